import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import type { MonthStore, ResultFacts } from './resultFacts.ts'

/**
 * SQL of `span` and `served`: the days of a month on which stores were in service; of two states on a day the later
 * counts.
 */
function servedSpans({ companyCode, month }: CompanyMonth) {
  const last = lastDayOf(month)
  return sql`
    span as (
      select store_id, status, from_on,
        coalesce(lead(from_on) over (partition by store_id order by from_on, id) - 1, ${last}::date) as to_on
      from store_state where company_code = ${companyCode} and from_on <= ${last}),
    served as (
      select store_id, greatest(from_on, ${`${month}-01`}::date) as from_on, to_on
      from span where status = 'serving' and to_on >= greatest(from_on, ${`${month}-01`}::date))`
}

type NamedStore = MonthStore & { customerName: string }

/** The company's stores that were in service on a day of the month, and those in `ids`, by id. */
export async function findMonthStores(
  db: Database,
  of: CompanyMonth,
  ids: ReadonlySet<number>,
): Promise<NamedStore[]> {
  const selectStores = sql`select store.id, store.name, store.customer_id, customer.name as customer_name
    from store join customer on customer.id = store.customer_id`
  const { rows } = await sql<NamedStore>`
    with ${servedSpans(of)} ${selectStores} where store.id in (select store_id from served) order by store.id`.execute(
    db,
  )
  const foundIds = new Set(rows.map(({ id }) => id))
  // Usually none: most stores with amounts in the month were in service.
  const others = [...ids].filter((id) => !foundIds.has(id))
  if (others.length === 0) return rows
  const more = await sql<NamedStore>`${selectStores} where store.id = any(${others})`.execute(db)
  return [...rows, ...more.rows].sort((a, b) => a.id - b.id)
}

/** Agents who served the stores; weight: Σ served days × share. */
export async function findServed(db: Database, of: CompanyMonth): Promise<ResultFacts['served']> {
  const { rows } = await sql<ResultFacts['served'][number]>`
    with ${servedSpans(of)}
    select served.store_id, duty.staff_id, sum(duty.share_percent * (1 +
      least(served.to_on, duty.to_on) - greatest(served.from_on, duty.from_on)))::int as weight
    from served join store_assignment duty on duty.store_id = served.store_id
      and duty.from_on <= served.to_on and (duty.to_on is null or duty.to_on >= served.from_on)
    where duty.share_percent > 0
    group by served.store_id, duty.staff_id order by served.store_id, duty.staff_id`.execute(db)
  return rows
}

export async function findCustomerNames(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names of staff, with the names of their team heads. */
export async function findPeople(db: Database, ids: readonly number[]): Promise<ResultFacts['people']> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'head.name as headName'])
    .where(sql<boolean>`staff.id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
