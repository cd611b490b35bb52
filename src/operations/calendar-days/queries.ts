import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
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
  const rows = await db
    .selectFrom('holiday')
    .distinctOn('onDay')
    .select(['onDay as on', 'kind', 'name'])
    .where('onDay', '>=', from)
    .where('onDay', '<=', to)
    .where((eb) => eb.or([eb('companyCode', 'is', null), eb('companyCode', '=', companyCode)]))
    .orderBy('onDay')
    .orderBy(sql`company_code nulls last`)
    .execute()
  return rows as SpecialDay[]
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
