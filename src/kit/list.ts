import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { gramsWithin } from './grams.ts'

/** What `page()` of the contract gives of paging and order. */
export interface PageInput {
  current: number
  pageSize: number
  sort?: string | undefined
}

/** How a list may be ordered. */
export interface Order {
  columns: Record<string, string>
  fallback: string
  tieBreaker: string
  /** Of the sortable fields those that each row has: an index of one gives the rows in order, either way. */
  neverEmpty?: readonly string[]
}

/**
 * Runs a select as one page of a list and counts its rows. `columns` maps the sortable fields to columns; the tie is
 * broken by `tieBreaker`, so that no row shows on two pages. Empty values come last either way.
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  input: PageInput,
  order: Order,
): Promise<{ items: O[]; total: number }> {
  const counting = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  // The builder's type is generic here, so the selected column has to be named by hand.
  const [counted] = (await counting.execute()) as unknown as { total: number }[]
  return { items: await itemsOf(query, input, order), total: counted?.total ?? 0 }
}

/** The same where the caller knows how many rows there are. */
export async function itemsOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  input: PageInput,
  order: Order,
): Promise<O[]> {
  return paged(query, input, order).execute()
}

/**
 * How many rows a page usually has, as constants of the statement. Of a parameter PostgreSQL supposes that it lets a tenth of
 * the table pass: one plan for all values then looks dear, and every execution is planned anew, which took 2.4 ms of 3.
 */
const ROWS = new Map([10, 20, 50, 100].map((rows) => [rows, sql.lit(rows)] as const))

/** The query of one page: what finds the numbers of its rows need not carry all that a list shows of each. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  input: PageInput,
  order: Order,
): SelectQueryBuilder<DB, TB, O> {
  const sort = input.sort ?? order.fallback
  const field = sort.replace(/^-/, '')
  const column = order.columns[field] ?? order.tieBreaker
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const some = query.limit(ROWS.get(input.pageSize) ?? input.pageSize)
  const page = input.current === 1 ? some : some.offset((input.current - 1) * input.pageSize)
  const byTie = (among: typeof page) => among.orderBy(sql.ref(order.tieBreaker), direction)
  // What is never empty goes without "nulls last": its index then gives the rows in order, and only a page is read.
  if (column === order.tieBreaker) return byTie(page)
  if (order.neverEmpty?.includes(field)) return byTie(page.orderBy(sql.ref(column), direction))
  return byTie(
    page.orderBy(sql.ref(column), (by) => (direction === 'desc' ? by.desc() : by.asc()).nullsLast()),
  )
}

/** How many rows a list has by status, and how many of the chosen statuses: it need not be counted a second time. */
export function sizesOf(
  counts: readonly { status: string; count: number }[],
  chosen: readonly string[] | undefined,
): { total: number; statusCounts: Record<string, number> } {
  const listed = chosen ? counts.filter(({ status }) => chosen.includes(status)) : counts
  return {
    total: listed.reduce((sum, { count }) => sum + count, 0),
    statusCounts: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
  }
}

/** The text within a `like` pattern: what would be a wildcard stands for itself. */
export const unwild = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A `like` pattern that finds the text anywhere. */
export const containing = (text: string) => `%${unwild(text)}%`

/**
 * Whether a column contains the keyword, in any case. What has no case is compared as it stands, and of a keyword in ASCII
 * only ASCII letters can differ: to fold all of a column's characters takes many times as long.
 */
export function contains(column: RawBuilder<unknown>, keyword: string): RawBuilder<SqlBool> {
  const pattern = containing(keyword)
  if (CASELESS.test(keyword)) return sql<SqlBool>`${column} like ${pattern}`
  if (ASCII.test(keyword)) return sql<SqlBool>`${column} collate "C" ilike ${pattern}`
  return sql<SqlBool>`${column} ilike ${pattern}`
}

const CASELESS = /^[\p{Script=Han}\d]+$/u
const ASCII = /^[\0-\x7f]+$/

/** Whether any of the columns contains the keyword, in any case; true where there is none. */
export function keywordIn(keyword: string | undefined, columns: string[]): Expression<SqlBool> {
  if (!keyword) return sql<SqlBool>`true`
  const tests = columns.map((column) => contains(sql.ref(column), keyword))
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

/** The columns by which a kind of record is found, all of which the index of `search_grams` was made of. */
export interface NameColumns {
  name: string
  nameKey: string
  pinyin: string
  code: string
}

/** Whether the keyword stands in name, pinyin or code. */
export function keywordInNames(keyword: string | undefined, { name, pinyin, code }: NameColumns) {
  return keywordIn(keyword, [name, pinyin, code])
}

/** Whether a row has what the index keeps of the keyword, said so that the index can answer it; null where it cannot. */
export function hasGrams(keyword: string | undefined, { nameKey, pinyin, code }: NameColumns) {
  const grams = keyword ? gramsWithin(keyword) : null
  if (!grams) return null
  return sql<SqlBool>`search_grams(${sql.ref(nameKey)}, ${sql.ref(pinyin)}, ${sql.ref(code)}) @> ${grams}::text[]`
}

/** A keyword that so many rows have is common: a page of them is found soon by reading the rows in order. */
const COMMON = 1_000

/** The numbers of the rows that the index finds; null where a keyword is so common that reading the rows is no slower. */
export async function fewIds<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, { id: number }>,
): Promise<number[] | null> {
  const rows = await query.limit(COMMON + 1).execute()
  return rows.length > COMMON ? null : rows.map(({ id }) => id)
}
