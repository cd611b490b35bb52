import { type RawBuilder, sql } from 'kysely'
import { keysToCamelCase } from '#db/camelCase.ts'
import type { Database } from '#db/connect.ts'
import type { PageInput } from '#kit/list.ts'
import { pageSql } from './storeDays.ts'

/** SQL of a list's rows: its tables, beginning with `with`, and a `from … where` clause. */
export interface Rows {
  figures: RawBuilder<unknown>
  rows: RawBuilder<unknown>
  /** The columns to keep per row; default: all. Pages add the others to their own rows. */
  columns?: RawBuilder<unknown>
  /** A row per store and day: too many rows to materialize in the statement. */
  many?: boolean
}

/** A page of the rows in an order. `more` adds columns to the page's rows that are too expensive for all rows. */
export interface Page {
  input: Pick<PageInput, 'current' | 'pageSize'>
  order: RawBuilder<unknown>
  /** A filter of the rows; default: all. */
  only?: RawBuilder<unknown>
  more?: (page: RawBuilder<unknown>, order: RawBuilder<unknown>) => RawBuilder<unknown>
}

interface ReadResult<Row, Sum> {
  /** The rows of each page, in order. */
  pages: Row[][]
  /** The rows of each sum query. */
  sums: Sum[][]
}

/** The position of a row in the combined result; `ofPage` is null in the only row of an empty result. */
interface RowPosition {
  ofPage: number | null
  atPlace: number
  ofAll: Record<string, unknown>[][]
}

/**
 * Reads several pages of the same rows, and sums over all of them (each a `select … from every`). A single statement
 * computes the rows once for all; with `many`, each page and sum computes its rows separately.
 */
export async function readRows<Row extends object, Sum = never>(
  db: Database,
  rows: Rows,
  pages: readonly Page[],
  sums: readonly RawBuilder<unknown>[] = [],
): Promise<ReadResult<Row, Sum>> {
  return rows.many ? readEach(db, rows, pages, sums) : readOnce(db, rows, pages, sums)
}

async function readEach<Row extends object, Sum>(
  db: Database,
  { figures, rows, columns = sql`*` }: Rows,
  pages: readonly Page[],
  sums: readonly RawBuilder<unknown>[],
): Promise<ReadResult<Row, Sum>> {
  const every = sql`${figures}, every as (select ${columns} ${rows})`
  const read: ReadResult<Row, Sum> = { pages: [], sums: [] }
  for (const page of pages) read.pages.push((await sql<Row>`${every} ${pageOf(page)}`.execute(db)).rows)
  for (const sum of sums) read.sums.push((await sql<Sum>`${every} ${sum}`.execute(db)).rows)
  return read
}

async function readOnce<Row extends object, Sum>(
  db: Database,
  { figures, rows, columns = sql`*` }: Rows,
  pages: readonly Page[],
  sums: readonly RawBuilder<unknown>[],
): Promise<ReadResult<Row, Sum>> {
  const read = pages.length > 0 ? sql.join(pages.map(placed), sql` union all `) : NO_PAGE
  const found = await sql<Row & RowPosition>`${figures}, every as materialized (select ${columns} ${rows})
    select ${inArray(sums)} as of_all, read.* from (values (0)) one left join (${read}) read on true
    order by of_page, at_place`.execute(db)
  const [first] = found.rows
  return {
    pages: pages.map((_, page) => found.rows.filter(({ ofPage }) => ofPage === page).map(withoutPlace)),
    sums: (first?.ofAll ?? []).map((some) => some.map((sum) => keysToCamelCase(sum) as Sum)),
  }
}

/** The rows of no page. */
const NO_PAGE = sql`select null::int as of_page, null::bigint as at_place where false`

function pageOf({ input, order, only = sql`true`, more = (page) => page }: Page) {
  return more(sql`select * from every where ${only} order by ${order} ${pageSql(input)}`, order)
}

function placed(page: Page, at: number) {
  return sql`(select ${at}::int as of_page, row_number() over (order by ${page.order}) as at_place, page.*
    from (${pageOf(page)}) page)`
}

function inArray(sums: readonly RawBuilder<unknown>[]) {
  const each = sums.map(
    (sum) => sql`(select coalesce(jsonb_agg(to_jsonb(row_of_sums)), '[]') from (${sum}) row_of_sums)`,
  )
  return sql`jsonb_build_array(${sql.join(each)})`
}

function withoutPlace<Row extends object>({
  ofPage: _page,
  atPlace: _place,
  ofAll: _sums,
  ...row
}: Row & RowPosition) {
  return row as unknown as Row
}
