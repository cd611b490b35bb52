import { formatCount } from '#kit/format.ts'

interface AllWell<G, N> {
  /** How many records were checked and are all right. */
  covers: number
  /** The message, which contains the number: 34 家店昨日全部报齐. */
  good: (n: string) => G
  /** Instead of it if there was nothing to check: what is missing, and the next step. */
  none: N
}

/**
 * A message that says that nothing is wrong. It always states how many records it covers, and reassures nobody over
 * none. `reassurance.test.ts` finds such messages without a number.
 */
export function allWell<G, N>({ covers, good, none }: AllWell<G, N>): G | N {
  return covers > 0 ? good(formatCount(covers)) : none
}
