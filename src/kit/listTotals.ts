import type { CellPlain } from './cellSource.ts'
import { totalLabel } from './sheets/totalRow.ts'
import type { Say } from './text.ts'

/**
 * A row of totals: plain values by the field of the row that a column shows. A list of texts is shown line by line.
 * `note`: what the totals cover, such as `32/34 店`.
 */
export interface Totals {
  note?: string
  cells: Readonly<Record<string, CellPlain>>
}

/**
 * The totals of all rows of a list, taken from its response. Written once, without a screen: the list shows them, and a
 * file that the server writes finds them by the path of the list's endpoint.
 */
export interface ListTotals<A> {
  path: string
  of: (answer: A, say: Say) => Totals
}

/** Finds the totals of a list by its path, for exports; undefined if it has none. */
export type FindTotals = (path: string) => ListTotals<object> | undefined

/** Builds the lookup from the totals of all features. */
export function totalsLookup(all: readonly ListTotals<never>[]): FindTotals {
  const byPath = new Map(all.map((totals) => [totals.path, totals as ListTotals<object>]))
  return (path) => byPath.get(path)
}

/** The row of totals of a file, in the order of its columns; undefined if no column has one. */
export function totalsRow(
  fields: readonly string[],
  { note, cells }: Totals,
  say: Say,
): CellPlain[] | undefined {
  const values = fields.slice(1).map((field) => cells[field])
  if (values.every((value) => value === undefined || value === null)) return undefined
  return [totalLabel(note, say), ...values.map((value) => (Array.isArray(value) ? value.join('\n') : value))]
}
