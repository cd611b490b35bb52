/** One part of every column. */
export interface Stack {
  name: string
  values: readonly number[]
  /** Everything without a part of its own; drawn in grey. */
  rest?: boolean
}

const COLOURS = 8

/** The colour of a part: eight colours in order, then again from the first; the rest is grey. */
export function stackColour({ rest }: Stack, place: number): string {
  return rest ? 'var(--c-mute)' : `var(--c${(place % COLOURS) + 1})`
}

/** Start and end of each part of one column, from the bottom up. */
export function partsOf(stacks: readonly Stack[], at: number): { from: number; to: number }[] {
  let from = 0
  return stacks.map(({ values }) => {
    const part = { from, to: from + (values[at] ?? 0) }
    from = part.to
    return part
  })
}

/** The height of the highest column. */
export function highest(stacks: readonly Stack[], columns: number): number {
  const sums = Array.from({ length: columns }, (_, at) => partsOf(stacks, at).at(-1)?.to ?? 0)
  return Math.max(0, ...sums)
}
