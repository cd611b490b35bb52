import type { Consequence, Consequences } from '#kit/consequences.ts'
import { inChinese } from '#kit/text.ts'

/** The rows of a confirmation window by label: a value, or `[before, after]`. */
export function rowsByLabel({
  items,
}: Consequences): Record<string, Consequence['to'] | Consequence['to'][]> {
  return Object.fromEntries(
    items.map(({ label, values, from, to }) => [
      inChinese(label, values),
      from === undefined ? to : [from, to],
    ]),
  )
}
