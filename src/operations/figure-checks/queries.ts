import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { MonthCheck } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import type { MonthTotals } from './rules.ts'

/** Number of stores compared per statement; keeps each statement short. */
const STORES_PER_STATEMENT = 4_000

/** Returns the first and last day with figures of a company (null if there are none), and the database's time. */
export async function findFirstAndLast(db: Database, companyCode: string) {
  const { rows } = await sql<{ first: Day | null; last: Day | null; now: Date }>`
    select min(on_day) as first, max(on_day) as last, now() as now
    from store_daily where company_code = ${companyCode}`.execute(db)
  return rows[0] ?? { first: null, last: null, now: new Date(0) }
}

/** Returns the id of each month's last comparison for all stores, and when the latest comparison began reading. */
export async function findLastComparisons(db: Database, companyCode: string) {
  const { rows } = await sql<{ month: Day; id: number }>`
    select month, max(id) as id from month_check cross join unnest(months) month
    where company_code = ${companyCode} group by month`.execute(db)
  const latest = await db
    .selectFrom('monthCheck')
    .select('readAt')
    .where('companyCode', '=', companyCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { byMonth: new Map(rows.map(({ month, id }) => [month, id])), readAt: latest?.readAt ?? null }
}

/** A store month that differs from its days: the stored columns and those counted from the days. */
export interface MonthDifference {
  storeId: number
  monthOn: Day
  kept: object | null
  counted: object | null
}

/** SQL of the columns of a month that are computed from its days, as JSON. */
const summedColumns = (table: 'kept' | 'counted') =>
  sql`to_jsonb(${sql.ref(table)}) - array['store_id', 'company_code', 'month_on', 'summed_at']`

/** SQL of the last day of the month in `which` that has rows for all stores; null if there are none yet. */
const LAST_DAY = sql`(select case when on_day is not null then least(on_day, (which.month_on + interval '1 month - 1 day')::date) end
  from store_days_begun)`

/** SQL of the number of `store_day` rows that a month has or should have, and of those that are correct. */
const DAY_COUNTS = sql`
  select count(*) as n, count(*) filter (where kept_day is not distinct from counted_day) as same
  from (select * from store_day where store_day.store_id = which.store_id
      and store_day.on_day between which.month_on and ${LAST_DAY}) kept_day
    full join store_days_of(which.store_id, which.month_on, ${LAST_DAY}) counted_day
      on counted_day.on_day = kept_day.on_day`

/** SQL of one side of a comparison; includes the number of days if the days differ. */
const comparedSide = (side: 'kept' | 'counted', days: 'same' | 'n') =>
  sql`case when days.same = days.n then ${summedColumns(side)}
    else coalesce(${summedColumns(side)}, '{}') || jsonb_build_object('days', ${sql.ref(`days.${days}`)}) end as ${sql.ref(side)}`

/** Compares the store months in `which` with their days. Returns those that differ, and the number compared. */
async function compareStoreMonths(
  db: Database,
  which: RawBuilder<unknown>,
): Promise<{ compared: number; found: MonthDifference[] }> {
  const { rows } = await sql<{ compared: number; found: MonthDifference[] }>`
    with which as materialized (${which}),
      compared as (
        select which.store_id, which.month_on, ${comparedSide('kept', 'same')}, ${comparedSide('counted', 'n')}
        from which
          left join store_month kept on kept.store_id = which.store_id and kept.month_on = which.month_on
          left join lateral store_month_of(which.store_id, which.month_on) counted on true
          cross join lateral (${DAY_COUNTS}) days)
    select count(*) filter (where kept is not null or counted is not null) as compared,
      coalesce(json_agg(json_build_object('storeId', store_id, 'monthOn', month_on, 'kept', kept, 'counted', counted)
        order by month_on, store_id) filter (where kept is distinct from counted), '[]') as found
    from compared`.execute(db)
  return rows[0] ?? { compared: 0, found: [] }
}

/** Compares a month of all stores of a company, in batches. */
export async function compareMonth(db: Database, companyCode: string, month: Day) {
  const result = { compared: 0, found: [] as MonthDifference[] }
  for (let after = 0; ; ) {
    const ids = await findStores(db, companyCode, after)
    const last = ids.at(-1)
    if (last === undefined) return result
    const part = await compareStoreMonths(
      db,
      sql`select id as store_id, ${month}::date as month_on from unnest(${ids}::int[]) id`,
    )
    result.compared += part.compared
    result.found.push(...part.found)
    after = last
  }
}

async function findStores(db: Database, companyCode: string, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('store')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('id', '>', after)
    .orderBy('id')
    .limit(STORES_PER_STATEMENT)
    .execute()
  return rows.map(({ id }) => id)
}

/** Compares the months recalculated since an instant, except `months`. */
export async function compareChanged(db: Database, companyCode: string, since: Date, months: readonly Day[]) {
  return compareStoreMonths(
    db,
    sql`select store_id, month_on from store_month where summed_at >= ${since} and month_on <> all(${months}::date[])
      and store_id in (select id from store where company_code = ${companyCode})`,
  )
}

/** Saves a comparison with its findings and returns its id. */
export async function insertCheck(
  db: Database,
  check: Insertable<MonthCheck>,
  found: readonly MonthDifference[],
): Promise<number> {
  const { id } = await db.insertInto('monthCheck').values(check).returning('id').executeTakeFirstOrThrow()
  await sql`insert into month_finding (check_id, store_id, month_on, kept, counted)
    select ${id}, "storeId", "monthOn", kept, counted
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as found ("storeId" int, "monthOn" date, kept jsonb, counted jsonb)`.execute(db)
  return id
}

/** Returns the codes of the active companies. */
export async function findCompanies(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('company')
    .select('code')
    .where('status', '=', 'active')
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Returns the ids of a company's active admins. */
export async function findAdmins(db: Database, companyCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

function selectChecks(db: Database, actor: Actor) {
  const countFindings = (condition: RawBuilder<unknown>) =>
    sql<number>`(select count(*) from month_finding f where f.check_id = month_check.id and ${condition})`
  return db
    .selectFrom('monthCheck')
    .leftJoin('staffName as staff', 'staff.id', 'monthCheck.askedBy')
    .where(scope(actor, 'canAdmin', { company: 'monthCheck.companyCode' }))
    .select(['monthCheck.id', 'monthCheck.companyCode', 'checkedAt', 'compared', 'changed', 'tookMs'])
    .select('staff.name as askedByName')
    .select([
      sql<string[]>`array(select to_char(month, 'YYYY-MM') from unnest(months) month order by 1)`.as(
        'months',
      ),
      countFindings(sql`true`).as('found'),
      countFindings(sql`f.mended_at is not null`).as('mended'),
    ])
}

/** Returns a page of the comparisons within the actor's reach, newest first. */
export async function findChecks(db: Database, actor: Actor, input: PageInput) {
  return pageOf(selectChecks(db, actor), input, {
    columns: { id: 'monthCheck.id' },
    fallback: '-id',
    tieBreaker: 'monthCheck.id',
  })
}

/** Returns a comparison within the actor's reach; throws NOT_FOUND. */
export async function getCheck(db: Database, actor: Actor, id: number) {
  const row = await selectChecks(db, actor).where('monthCheck.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('核对')
  return row
}

/** Returns a page of the findings of a comparison. */
export async function findFindings(db: Database, checkId: number, input: PageInput) {
  const query = db
    .selectFrom('monthFinding')
    .innerJoin('store', 'store.id', 'monthFinding.storeId')
    .leftJoin('staffName as staff', 'staff.id', 'monthFinding.mendedBy')
    .where('monthFinding.checkId', '=', checkId)
    .select(['monthFinding.id', 'monthFinding.storeId', 'store.name as storeName'])
    .select(['monthFinding.monthOn', 'monthFinding.mendedAt', 'staff.name as mendedByName'])
    .select([sql<MonthTotals | null>`kept`.as('kept'), sql<MonthTotals | null>`counted`.as('counted')])
  return pageOf(query, input, {
    columns: { id: 'monthFinding.id' },
    fallback: 'id',
    tieBreaker: 'monthFinding.id',
  })
}

/**
 * Recalculates the months of a comparison's open findings, under locks on their stores. Closes these findings and open
 * findings of other comparisons for the same months.
 */
export async function recalculateFindings(
  db: Database,
  checkId: number,
  by: { staffId: number; now: Date },
): Promise<void> {
  await sql`select from store where id in (select store_id from month_finding where check_id = ${checkId})
    order by id for no key update`.execute(db)
  const open = sql`select store_id, month_on from month_finding where check_id = ${checkId} and mended_at is null`
  await sql`delete from store_month where (store_id, month_on) in (${open})`.execute(db)
  await sql`insert into store_month
    select summed.* from (${open}) month
      cross join lateral store_month_of(month.store_id, month.month_on) summed`.execute(db)
  await sql`select put_store_days(array_agg(store_id), array_agg(month_on),
      array_agg((month_on + interval '1 month - 1 day')::date)) from (${open}) month having count(*) > 0`.execute(
    db,
  )
  await sql`update month_finding set mended_at = ${by.now}, mended_by = ${by.staffId}
    where mended_at is null and (store_id, month_on) in (${open})`.execute(db)
}
