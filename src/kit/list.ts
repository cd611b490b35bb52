import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

/** What `page()` of the contract gives of paging and order. */
export interface PageInput {
  current: number
  pageSize: number
  sort?: string | undefined
}

/**
 * Runs a select as one page of a list and counts its rows. `columns` maps the sortable fields to columns; the tie is
 * broken by `tieBreaker`, so that no row shows on two pages. Empty values come last either way.
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  input: PageInput,
  order: { columns: Record<string, string>; fallback: string; tieBreaker: string },
): Promise<{ items: O[]; total: number }> {
  const counting = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  // The builder's type is generic here, so the selected column has to be named by hand.
  const [counted] = (await counting.execute()) as unknown as { total: number }[]
  const sort = input.sort ?? order.fallback
  const column = order.columns[sort.replace(/^-/, '')] ?? order.tieBreaker
  const descending = sort.startsWith('-')
  const items = await query
    .orderBy(sql.ref(column), (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy(sql.ref(order.tieBreaker), descending ? 'desc' : 'asc')
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
    .execute()
  return { items, total: counted?.total ?? 0 }
}

/** A `like` pattern that finds the text anywhere; what would be a wildcard stands for itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether any of the columns contains the keyword, in any case; true where there is none. */
export function keywordIn(keyword: string | undefined, columns: string[]): Expression<SqlBool> {
  if (!keyword) return sql<SqlBool>`true`
  const tests = columns.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${containing(keyword)}`)
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}
