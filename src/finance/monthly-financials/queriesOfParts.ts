import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import type { MonthStore, ResultFacts } from './resultFacts.ts'

/** The spans of a month's days on which stores were in service; of two states of a day the later counts. */
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

/** A store of the month with the name of its customer. */
type NamedStore = MonthStore & { customerName: string }

/** The company's stores that were in service on a day of the month, and those with these numbers. */
export async function findMonthStores(
  db: Database,
  of: CompanyMonth,
  ids: ReadonlySet<number>,
): Promise<NamedStore[]> {
  const named = sql`select store.id, store.name, store.customer_id, customer.name as customer_name
    from store join customer on customer.id = store.customer_id`
  const { rows } = await sql<NamedStore>`
    with ${servedSpans(of)} ${named} where store.id in (select store_id from served) order by store.id`.execute(
    db,
  )
  const known = new Set(rows.map(({ id }) => id))
  // Hardly any: most that a month names was in service.
  const others = [...ids].filter((id) => !known.has(id))
  if (others.length === 0) return rows
  const more = await sql<NamedStore>`${named} where store.id = any(${others})`.execute(db)
  return [...rows, ...more.rows].sort((a, b) => a.id - b.id)
}

/** Who served the stores: Σ served days × share. */
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

/** The names of customers. */
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

/** The names of people, and of those in a team its head's. */
export async function findPeople(db: Database, ids: readonly number[]): Promise<ResultFacts['people']> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'head.name as headName'])
    .where(sql<boolean>`staff.id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
