import { type Insertable, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Holiday, PromotionPeriod } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import type { SpecialDay } from './contract.ts'

/** A week with a promotion: its Monday, and the names of its promotions, joined by 、. */
export interface PromotionWeek {
  monday: Day
  name: string
}

/** Returns the special days of a company by date. Its own row replaces the shared row of the same day. */
export async function findSpecialDays(
  db: Database,
  companyCode: string,
  from: Day,
  to: Day,
): Promise<SpecialDay[]> {
  return db
    .selectFrom('holiday')
    .distinctOn('onDay')
    .select(['onDay as on', 'kind', 'name'])
    .where('onDay', '>=', from)
    .where('onDay', '<=', to)
    .where((eb) => eb.or([eb('companyCode', 'is', null), eb('companyCode', '=', companyCode)]))
    .orderBy('onDay')
    .orderBy(sql`company_code nulls last`)
    .execute()
}

/** SQL condition: the period applies to the company. Its own period replaces the shared one of that name and year. */
const appliesToCompany = (companyCode: string) => sql<boolean>`(period.company_code = ${companyCode}
  or period.company_code is null and not exists (
    select 1 from promotion_period own where own.company_code = ${companyCode} and own.name = period.name
      and extract(year from own.from_on) = extract(year from period.from_on)))`

/** Returns the days of a span on which a company has a promotion, in order. */
export async function findPromotionDays(
  db: Database,
  companyCode: string,
  from: Day,
  to: Day,
): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select distinct day::date as day from promotion_period period
      cross join generate_series(greatest(period.from_on, ${from}::date), least(period.to_on, ${to}::date),
        interval '1 day') day
      where period.from_on <= ${to}::date and period.to_on >= ${from}::date and ${appliesToCompany(companyCode)}
      order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Returns the weeks (Monday to Sunday) of a company that overlap both the span and a promotion period, in order. A
 * company's own period replaces the shared one of the same name and year.
 */
export async function findPromotionWeeks(
  db: Database,
  companyCode: string,
  from: Day,
  to: Day,
): Promise<PromotionWeek[]> {
  const { rows } = await sql<{ monday: Day; names: string[] }>`
    select week::date as monday, array_agg(distinct period.name) as names
      from promotion_period period
        cross join generate_series(date_trunc('week', ${from}::date::timestamp), ${to}::date::timestamp,
          interval '7 days') week
      where period.from_on <= week::date + 6 and period.to_on >= week::date
        and ${appliesToCompany(companyCode)}
      group by week order by week`.execute(db)
  return rows.map(({ monday, names }) => ({ monday, name: names.join('、') }))
}

interface Filter extends PageInput {
  year?: string | undefined
}

/** SQL condition: the row is shared by all companies, or belongs to the actor's company. */
const visibleTo = ({ companyCode }: Actor, table: 'holiday' | 'promotion_period') =>
  sql<boolean>`(${sql.ref(`${table}.company_code`)} is null or ${sql.ref(`${table}.company_code`)} = ${companyCode})`

function selectHolidays(db: Database, actor: Actor) {
  return db
    .selectFrom('holiday')
    .leftJoin('staffName as staff', 'staff.id', 'holiday.updatedBy')
    .selectAll('holiday')
    .select('staff.name as updatedByName')
    .where(visibleTo(actor, 'holiday'))
}

/** Returns a page of days, optionally of one year, by ascending date unless the input sorts otherwise. */
export async function findHolidays(db: Database, actor: Actor, filter: Filter) {
  let query = selectHolidays(db, actor)
  if (filter.year)
    query = query.where('onDay', '>=', `${filter.year}-01-01`).where('onDay', '<=', `${filter.year}-12-31`)
  return pageOf(query, filter, {
    columns: { on: 'holiday.onDay' },
    fallback: 'on',
    tieBreaker: 'holiday.id',
  })
}

/** Locks a day until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockHoliday(db: Database, actor: Actor, id: number) {
  const row = await selectHolidays(db, actor)
    .where('holiday.id', '=', id)
    .forUpdate('holiday')
    .executeTakeFirst()
  if (!row) throw notFound('这个节假日')
  return row
}

/** Inserts days and returns their ids. */
export async function insertHolidays(db: Database, rows: Insertable<Holiday>[]): Promise<number[]> {
  const added = await db.insertInto('holiday').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

/** Updates a day and increments its version. The caller holds the lock and has checked the version. */
export async function updateHoliday(db: Database, id: number, changes: Updateable<Holiday>): Promise<void> {
  await db.updateTable('holiday').set(changes).set(nextVersion).where('id', '=', id).execute()
}

export async function deleteHoliday(db: Database, id: number): Promise<void> {
  await db.deleteFrom('holiday').where('id', '=', id).execute()
}

function selectPeriods(db: Database, actor: Actor) {
  return db
    .selectFrom('promotionPeriod')
    .leftJoin('staffName as staff', 'staff.id', 'promotionPeriod.updatedBy')
    .selectAll('promotionPeriod')
    .select('staff.name as updatedByName')
    .where(visibleTo(actor, 'promotion_period'))
}

/** Returns a page of promotion periods, optionally those that overlap a year. */
export async function findPeriods(db: Database, actor: Actor, filter: Filter) {
  let query = selectPeriods(db, actor)
  if (filter.year)
    query = query.where('fromOn', '<=', `${filter.year}-12-31`).where('toOn', '>=', `${filter.year}-01-01`)
  return pageOf(query, filter, {
    columns: { fromOn: 'promotionPeriod.fromOn' },
    fallback: 'fromOn',
    tieBreaker: 'promotionPeriod.id',
  })
}

/** Locks a promotion period until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockPeriod(db: Database, actor: Actor, id: number) {
  const row = await selectPeriods(db, actor)
    .where('promotionPeriod.id', '=', id)
    .forUpdate('promotionPeriod')
    .executeTakeFirst()
  if (!row) throw notFound('这个促销周')
  return row
}

/** Inserts a promotion period and returns its id. */
export async function insertPeriod(db: Database, row: Insertable<PromotionPeriod>): Promise<number> {
  const { id } = await db.insertInto('promotionPeriod').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a promotion period and increments its version. The caller holds the lock and has checked the version. */
export async function updatePeriod(
  db: Database,
  id: number,
  changes: Updateable<PromotionPeriod>,
): Promise<void> {
  await db.updateTable('promotionPeriod').set(changes).set(nextVersion).where('id', '=', id).execute()
}

export async function deletePeriod(db: Database, id: number): Promise<void> {
  await db.deleteFrom('promotionPeriod').where('id', '=', id).execute()
}
