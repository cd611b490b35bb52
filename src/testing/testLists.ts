import { featuresWith } from '#app/features.ts'
import { dayOf } from '#kit/calendar.ts'
import type { Endpoint } from '#kit/contract.ts'
import { type JsonSchema, schemaOf } from '#kit/openapi.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { SIGN_IN } from './testSignIn.ts'

/** A row of any list. */
export type Item = Record<string, unknown>

export interface Page {
  items: Item[]
  total: number
}

/** The input fields of a list, by name. */
export const fieldsOf = ({ input }: Endpoint) =>
  (schemaOf(input, 'input').properties ?? {}) as Record<string, JsonSchema>

/** Every list of the contracts, without those that require the id of a record. */
export const lists = featuresWith(SIGN_IN)
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter((endpoint) => endpoint.method === 'GET' && 'pageSize' in fieldsOf(endpoint))
  .filter(({ path }) => !path.includes(':'))
  .filter(({ input }) => !schemaOf(input, 'input').required?.includes('recordId'))

/** Choices that combine several states. */
const COMPOSED = new Set(['toDecide', 'toPay', 'toReview'])

/** The choices of a filter; empty for other filters. */
export function choicesOf(name: string, schema: JsonSchema): string[] {
  if (name === 'companyCode') return ['001', '002', '003', '004']
  const one = typeof schema.items === 'object' ? schema.items : schema
  return (one.enum ?? []).map(String).filter((choice) => !COMPOSED.has(choice))
}

/** A filter value that no row has; null for a filter that is tried by its choices. */
export function unmatched({ path }: Endpoint, name: string): string | number | null {
  if (name === 'keyword') return '从没写过的词'
  if (/Id$/.test(name) || name === 'createdBy') return 2_000_000_000
  // The days of a report select its period; they do not filter rows.
  if (path.startsWith('/api/reports/')) return null
  if (/(^f|F)rom$/.test(name)) return '2090-01-01'
  return /(^t|T)o$/.test(name) ? '2001-01-01' : null
}

/** The two fields of a filter by days. */
export const SPANS = [
  ['from', 'to'],
  ['dueFrom', 'dueTo'],
  ['contractEndFrom', 'contractEndTo'],
] as const

/** The day of a row by which its list is filtered; null if the row has none. */
export function filteredDay(item: Item, from: (typeof SPANS)[number][0]): string | null {
  if (from === 'dueFrom') return textOf(item.dueOn)
  if (from === 'contractEndFrom') return textOf(item.contractEndOn)
  // An import has a day for each of its stores; a claim has the instant of its submission, a sign-in that of the attempt.
  const [group] = (item.groups ?? []) as { on: string }[]
  if (group) return group.on
  const day = textOf(item.on ?? item.onDay ?? item.detectedOn)
  const at = item.submittedAt ?? item.at
  return day ?? (at ? dayOf(new Date(String(at))) : null)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Columns with a text by which a keyword finds the row. */
const WORDS = ['code', 'name', 'customerName', 'storeName', 'staffName', 'payer', 'header']

/** A text of the row by which its list finds it. */
export const wordOf = (item: Item | undefined) =>
  WORDS.map((key) => textOf(item?.[key])).find((text) => text !== null) ?? ''

/**
 * The sort value of a row in a column: a number, a text, or a Chinese name's pinyin; null if it is empty, undefined if
 * the row does not contain it.
 */
export function sortedBy({ path }: Endpoint, item: Item, column: string): number | string | null | undefined {
  const value = [column, `${column}Bp`, `${column}S`].map((key) => item[key]).find((one) => one !== undefined)
  // A customer's comparison is nested: the column `vsPrevDay` is `prevDay.changeBp`.
  const compared = item[column.replace(/^vs(.)/, (_, first: string) => first.toLowerCase())]
  if (column.startsWith('vs') && typeof compared === 'object' && compared !== null)
    return (compared as { changeBp: number | null }).changeBp
  if (/^name$|Name$/.test(column))
    return searchPinyin(String(value), column === 'staffName' || path === '/api/staff')
  return value as number | string | null | undefined
}
