import * as z from 'zod'

export type CellPlain = string | number | boolean | readonly string[] | null | undefined

/**
 * Where a cell's value comes from, as data, so that the server can fill the same column without the screen: a field of
 * the row; the words for what stands there (`names`), and for what does not (`empty`); what stands in its place
 * where another field says so; and the field that it is a part of, `32/34`. `words` names what the feature says of the
 * whole row (cellWords.ts).
 */
export const CellSource = z.strictObject({
  field: z.string().min(1).max(64),
  names: z.record(z.string().max(64), z.string().max(64)).optional(),
  empty: z.string().max(64).optional(),
  instead: z.strictObject({ when: z.string().min(1).max(64), text: z.string().max(64) }).optional(),
  outOf: z.string().min(1).max(64).optional(),
  words: z.string().min(1).max(64).optional(),
})

/** The same as a column declares it: the words are constants in Chinese. */
export interface CellSource {
  field: string
  names?: Readonly<Record<string, string>> | undefined
  empty?: string | undefined
  instead?: { when: string; text: string } | undefined
  outOf?: string | undefined
  words?: string | undefined
}

/** The value of a cell: what the row holds, in words where there are some for it. */
export function cellFrom({ field, names, empty, instead, outOf }: CellSource, row: object): CellPlain {
  const held = row as Record<string, unknown>
  if (instead && held[instead.when]) return instead.text
  const value = Object.hasOwn(row, field) ? (held[field] as CellPlain) : null
  if (outOf) return `${value}/${held[outOf]}`
  if (value === null || value === undefined || value === '') return empty ?? value
  if (!names) return value
  const named = (one: unknown) =>
    Object.hasOwn(names, String(one)) ? (names[String(one)] ?? '') : String(one)
  return Array.isArray(value) ? value.map(named) : named(value)
}

/** The source with its words in another language. */
export function translated(source: CellSource, say: (sentence: string) => string): CellSource {
  const { names, empty, instead, ...rest } = source
  return {
    ...rest,
    ...(names && { names: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, say(name)])) }),
    ...(empty && { empty: say(empty) }),
    ...(instead && { instead: { when: instead.when, text: say(instead.text) } }),
  }
}
