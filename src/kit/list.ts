import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

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
  const sort = input.sort ?? order.fallback
  const column = order.columns[sort.replace(/^-/, '')] ?? order.tieBreaker
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const page = query.limit(input.pageSize).offset((input.current - 1) * input.pageSize)
  const byTie = (among: typeof page) => among.orderBy(sql.ref(order.tieBreaker), direction)
  // The tie-breaker is never empty: without "nulls last" its index gives the rows in order, and only a page is read.
  if (column === order.tieBreaker) return byTie(page).execute()
  return byTie(
    page.orderBy(sql.ref(column), (by) => (direction === 'desc' ? by.desc() : by.asc()).nullsLast()),
  ).execute()
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
