import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import { servedDays } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { PayrollCorrection } from '#db/tables.ts'
import { addDays, type Day, daysFrom, lastDayOf, mondayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { findInactiveSpans } from '#operations/attendance/queries.ts'
import { findSpecialDays } from '#operations/calendar-days/queries.ts'
import { type CountedDay, findCountedDays } from '#operations/clock-records/comparison/queries.ts'
import type { Basis } from '#operations/clock-records/rule/contract.ts'
import { findDutyFacts } from '#operations/duty/queries.ts'
import { dutyOf } from '#operations/duty/rules.ts'
import { findUnpaidLeaves } from '#operations/leaves/papers/queries.ts'
import type { LeaveSpan } from '#operations/leaves/rules.ts'
import { firstDayOf, type Pay, seniorityOf } from '#people/staff/pay/rules.ts'
import { employedDays, owedDays, withUnpaid } from './pay.ts'
import type { StoreFacts } from './salaries.ts'

/** A company's month (`'2026-05'`); with `staffId`, queries load only what that person's pay needs. */
export interface OfMonth {
  companyCode: string
  month: string
  staffId?: number | undefined
}

/** First and last day of a month. */
export const daysOf = (month: string): { first: Day; last: Day } => ({
  first: `${month}-01`,
  last: lastDayOf(month),
})

/** Data for the salaries of stores with shares in the month, with one query per kind of data for all stores. */
export async function findStoreFacts(db: Database, of: OfMonth): Promise<Map<number, StoreFacts>> {
  const assignments = await findAssignments(db, of)
  const ids = [...new Set(assignments.map(({ storeId }) => storeId))]
  const byStore = Map.groupBy(assignments, ({ storeId }) => storeId)
  const terms = Map.groupBy(await findTerms(db, ids, of.month), ({ storeId }) => storeId)
  const states = Map.groupBy(await findStates(db, ids, of.month), ({ storeId }) => storeId)
  const { first, last } = daysOf(of.month)
  const away = await findInactiveSpans(db, { companyCode: of.companyCode, from: first, to: last })
  return new Map(
    ids.map((id) => [
      id,
      {
        assignments: byStore.get(id) ?? [],
        terms: terms.get(id) ?? [],
        states: states.get(id) ?? [],
        away,
      },
    ]),
  )
}

/**
 * Assignments with a share. For one person, includes all assignments of the same stores, since shares are rounded
 * together.
 */
async function findAssignments(db: Database, { companyCode, month, staffId }: OfMonth) {
  const { first, last } = daysOf(month)
  const during = sql<boolean>`from_on <= ${last} and (to_on is null or to_on >= ${first})`
  let query = db
    .selectFrom('storeAssignment')
    .select(['storeId', 'staffId', 'duty', 'sharePercent', 'fromOn', 'toOn'])
    .where('companyCode', '=', companyCode)
    .where('sharePercent', '>', 0)
    .where(during)
  if (staffId !== undefined) {
    query = query.where('storeId', 'in', (eb) =>
      eb.selectFrom('storeAssignment').select('storeId').where('staffId', '=', staffId).where(during),
    )
  }
  return query.orderBy('id').execute()
}

async function findTerms(db: Database, ids: readonly number[], month: string) {
  return db
    .selectFrom('storeTerms')
    .select(['id', 'storeId', 'fromOn', 'storeSalaryCents as salaryCents'])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('replacedAt', 'is', null)
    .where('fromOn', '<=', daysOf(month).last)
    .orderBy('fromOn')
    .execute()
}

async function findStates(db: Database, ids: readonly number[], month: string) {
  return db
    .selectFrom('storeState')
    .select(['storeId', 'fromOn', 'status'])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('fromOn', '<=', daysOf(month).last)
    .orderBy('fromOn')
    .orderBy('id')
    .execute()
}

/** An agent's sales at a store, imported under the agent's nicks, on the days of one commission rate. */
export interface AgentSales {
  staffId: number
  storeId: number
  salesCents: number
  rateBp: number
}

/**
 * SQL for `staff_id, store_id, sales_cents, rate_bp`: sales of all people with a commission, by the rate of the day.
 */
export function agentSalesSql({ companyCode, month, staffId }: OfMonth) {
  const { first, last } = daysOf(month)
  return sql<AgentSales>`
    select account.staff_id, d.store_id, sum(d.sales_cents)::bigint as sales_cents, pay.commission_rate_bp as rate_bp
    from (select staff_id, commission_rate_bp, from_on,
          lead(from_on) over (partition by staff_id order by from_on) - 1 as to_on
        from staff_pay where company_code = ${companyCode} and replaced_at is null
          and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)) pay
      join agent_account account on account.staff_id = pay.staff_id
      join agent_daily d on d.store_id = account.store_id and d.nick = account.nick
        and d.on_day between greatest(account.from_on, pay.from_on, ${first}::date)
          and least(account.to_on, pay.to_on, ${last}::date)
    where pay.commission_rate_bp > 0 and d.source = 'imported' and d.sales_cents <> 0
    group by account.staff_id, d.store_id, pay.commission_rate_bp`
}

/** Sales of all people with a commission, by the rate of the day. */
export async function findSales(db: Database, of: OfMonth): Promise<AgentSales[]> {
  const { rows } = await sql<AgentSales>`${agentSalesSql(of)}
    order by account.staff_id, d.store_id, min(d.on_day), pay.commission_rate_bp`.execute(db)
  return rows
}

/** Agreed monthly amounts for consecutive days of a month, with the employed days among them. */
export interface AgreedPart {
  fromOn: Day
  toOn: Day
  days: number
  baseCents: number
  seniorityCents: number
}

/**
 * People employed on any day of the month, and those in `named`, with agreed amounts by period and employed days. Days
 * before the first day, after the last day or while disabled do not count (decision 074).
 */
export async function findPeople(db: Database, of: OfMonth, named: readonly number[]) {
  const { companyCode, month, staffId } = of
  const { first, last } = daysOf(month)
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'hiredOn', 'leftOn', 'createdAt'])
    .where('companyCode', '=', companyCode)
    .$if(staffId !== undefined, (query) => query.where('id', '=', staffId ?? 0))
    .orderBy('id')
    .execute()
  const away = await findInactiveSpans(db, { companyCode, from: first, to: last })
  const pay = await findAgreed(db, of)
  const among = new Set(named)
  return rows
    .map(({ id, hiredOn, leftOn, createdAt }) => {
      const span = { fromOn: firstDayOf({ hiredOn, createdAt }), toOn: leftOn }
      const agreed = (pay.get(id) ?? [])
        .map(({ fromOn, toOn, ...row }): AgreedPart => {
          const days = employedDays(month, span, away.get(id), { fromOn, toOn })
          const seniorityCents = seniorityOf(row, span.fromOn, month) ?? 0
          return { fromOn, toOn, days, baseCents: row.baseSalaryCents ?? 0, seniorityCents }
        })
        .filter(({ days }) => days > 0)
      return { id, agreed, employedDays: employedDays(month, span, away.get(id)) }
    })
    .filter((row) => among.has(row.id) || row.employedDays > 0)
}

export type Person = Awaited<ReturnType<typeof findPeople>>[number]

/** Agreements in force during the month, by person and in order. */
async function findAgreed(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
): Promise<Map<number, (Pay & { fromOn: Day; toOn: Day })[]>> {
  const { first, last } = daysOf(month)
  const { rows } = await sql<Pay & { staffId: number; fromOn: Day; toOn: Day }>`
    select staff_id, greatest(from_on, ${first}::date) as from_on, least(to_on, ${last}::date) as to_on,
      base_salary_cents, seniority_pay_cents, seniority_per_year_cents, seniority_cap_cents, commission_rate_bp,
      kpi_base_cents
    from (select *, lead(from_on) over (partition by staff_id order by from_on) - 1 as to_on
        from staff_pay where company_code = ${companyCode} and replaced_at is null
          and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)) pay
    where from_on <= ${last} and (to_on is null or to_on >= ${first})
    order by staff_id, pay.from_on`.execute(db)
  return Map.groupBy(rows, (row) => row.staffId)
}

/** Per store: days of the month with known sales of agents, and days in service. */
export async function findSalesDays(
  db: Database,
  month: string,
  storeIds: readonly number[],
): Promise<Map<number, { known: number; served: number }>> {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ id: number; known: number; states: { fromOn: Day; status: string }[] }>`
    select store.id,
      (select count(distinct on_day)::int from agent_daily d where d.store_id = store.id and d.source = 'imported'
        and d.sales_cents is not null and d.on_day between ${first}::date and ${last}::date) as known,
      (select coalesce(json_agg(json_build_object('fromOn', from_on, 'status', status) order by from_on, id), '[]')
        from store_state where store_id = store.id and from_on <= ${last}::date) as states
    from unnest(${[...storeIds]}::int[]) store(id)`.execute(db)
  const days = daysFrom(first, last)
  return new Map(
    rows.map(({ id, known, states }) => [id, { known, served: servedDays(days, states).length }]),
  )
}

/** Sum of a person's corrections of a month: amount in 分, and half days. */
export interface CorrectionSum {
  cents: number
  halves: number
}

/** Sums of the corrections of a month, by person. */
export async function findCorrectionSums(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
): Promise<Map<number, CorrectionSum>> {
  const { rows } = await sql<CorrectionSum & { staffId: number }>`
    select staff_id, coalesce(sum(amount_cents), 0)::bigint as cents, coalesce(sum(half_days), 0)::int as halves
    from payroll_correction where company_code = ${companyCode} and month_on = ${daysOf(month).first}
      and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)
    group by staff_id`.execute(db)
  return new Map(rows.map(({ staffId: id, ...corrected }) => [id, corrected]))
}

function selectCorrections(db: Database) {
  return db
    .selectFrom('payrollCorrection as line')
    .innerJoin('staff', 'staff.id', 'line.staffId')
    .leftJoin('staffName as author', 'author.id', 'line.createdBy')
    .leftJoin('payrollCorrection as counter', 'counter.reversesId', 'line.id')
    .selectAll('line')
    .select(['author.name as createdByName', sql<boolean>`counter.id is not null`.as('reversed')])
}

/** Corrections of a person's month, newest first. */
export async function findCorrections(db: Database, staffId: number, month: string) {
  return selectCorrections(db)
    .where('line.staffId', '=', staffId)
    .where('line.monthOn', '=', daysOf(month).first)
    .orderBy('line.id', 'desc')
    .execute()
}

export type CorrectionRow = Awaited<ReturnType<typeof findCorrections>>[number]

/** Reads a correction of a person within `staffReach`; throws NOT_FOUND. */
export async function getCorrection(db: Database, staffReach: Expression<SqlBool>, id: number) {
  const row = await selectCorrections(db).where('line.id', '=', id).where(staffReach).executeTakeFirst()
  if (!row) throw notFound('这条更正')
  return row
}

/** Reads a correction without checking reach, for callers that have checked it; throws NOT_FOUND. */
export const getCorrectionById = (db: Database, id: number): Promise<CorrectionRow> =>
  getCorrection(db, sql<SqlBool>`true`, id)

/** Inserts a correction and returns its id; rows are never updated. */
export async function insertCorrection(db: Database, row: Insertable<PayrollCorrection>): Promise<number> {
  const { id } = await db
    .insertInto('payrollCorrection')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Owed days of a month and the days that count as attended, in order. */
export interface WorkDays {
  owed: Day[]
  /** Days with an approved log, or the days that count by the company's basis. */
  logged: Day[]
  /** Half days of `logged`, less those of unpaid leaves. */
  countedHalves: number
  /** Owed days with an unpaid leave, and its half days. */
  unpaid: Day[]
  unpaidHalves: number
  basis: Basis
}

/** Owed days of the given people in the month, and the days that count of all people. */
export async function findWorkDays(
  db: Database,
  of: OfMonth,
  staffIds: readonly number[],
): Promise<Map<number, WorkDays>> {
  const { first, last } = daysOf(of.month)
  const { companyCode, month } = of
  const expected =
    staffIds.length === 0 ? NO_DUTY : await findExpected(db, { companyCode, from: first, to: last, staffIds })
  const planned = await findPlannedWeeks(db, of)
  const special = new Map(
    (await findSpecialDays(db, companyCode, first, last)).map(({ on, kind }) => [on, kind] as const),
  )
  const owed = new Map(
    [...expected.owed].map(
      ([id, days]) => [id, owedDays([...days], planned.get(id) ?? new Set(), special)] as const,
    ),
  )
  const counted = await findCountedDays(db, { companyCode, month, staffIds })
  const { basis, days } = counted ?? { basis: 'log' as const, days: await findLoggedDays(db, of) }
  return new Map(
    [...new Set([...owed.keys(), ...days.keys()])].map((id) => {
      const ofPerson = days.get(id) ?? []
      const own = { owed: owed.get(id) ?? [], counted: ofPerson, worked: expected.worked.get(id) }
      const attended = withUnpaid(own, expected.unpaid.get(id) ?? [])
      return [id, { owed: own.owed, logged: ofPerson.map(({ on }) => on), ...attended, basis }]
    }),
  )
}

/** The days of people on which a shift is owed, by person: `owed` as if unpaid leaves were worked, `worked` with them. */
interface ExpectedDays {
  owed: Map<number, Set<Day>>
  worked: Map<number, Set<Day>>
  unpaid: Map<number, LeaveSpan[]>
}

const NO_DUTY: ExpectedDays = { owed: new Map(), worked: new Map(), unpaid: new Map() }

/** A paid leave is no expected day; an unpaid one is an expected day that is not attended (decision 120). */
async function findExpected(
  db: Database,
  filter: { companyCode: string; from: Day; to: Day; staffIds: readonly number[] },
): Promise<ExpectedDays> {
  const facts = await findDutyFacts(db, filter)
  const unpaid = await findUnpaidLeaves(db, filter)
  const keys = new Set(unpaid.map(leaveKey))
  const paid = { ...facts, leaves: facts.leaves.filter((leave) => !keys.has(leaveKey(leave))) }
  const daysOfPeople = (days: ReturnType<typeof dutyOf>) =>
    new Map(
      [
        ...Map.groupBy(
          days.filter(({ owed }) => owed.length > 0),
          ({ staffId }) => staffId,
        ),
      ].map(([id, ofPerson]) => [id, new Set(ofPerson.map(({ on }) => on))] as const),
    )
  const worked = daysOfPeople(dutyOf(facts, filter))
  const owed = unpaid.length === 0 ? worked : daysOfPeople(dutyOf(paid, filter))
  return { owed, worked, unpaid: Map.groupBy(unpaid, ({ staffId }) => staffId) }
}

/** Leaves of a person do not overlap, so that the begin identifies one. */
const leaveKey = ({ staffId, fromOn, fromNoon }: { staffId: number; fromOn: Day; fromNoon: boolean }) =>
  `${staffId} ${fromOn} ${fromNoon}`

/** Mondays of the weeks in which a person has a shift or a rest in the roster; same rule as `findRostered`. */
async function findPlannedWeeks(db: Database, { companyCode, month }: OfMonth) {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ staffId: number; monday: Day }>`
    select distinct staff_id, date_trunc('week', on_day)::date as monday from roster_shift
    where company_code = ${companyCode} and shift <> 'leave'
      and on_day between ${mondayOf(first)} and ${addDays(mondayOf(last), 6)}`.execute(db)
  const byPerson = Map.groupBy(rows, ({ staffId }) => staffId)
  return new Map([...byPerson].map(([id, weeks]) => [id, new Set(weeks.map(({ monday }) => monday))]))
}

/** Days with an approved log, which count as two half days each. */
async function findLoggedDays(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
): Promise<Map<number, CountedDay[]>> {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ staffId: number; days: Day[] }>`
    select staff_id, array_agg(distinct on_day::text order by on_day::text) as days from worklog
    where company_code = ${companyCode} and status = 'approved' and on_day between ${first} and ${last}
      and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)
    group by staff_id`.execute(db)
  return new Map(rows.map(({ staffId: id, days }) => [id, days.map((on) => ({ on, halves: 2 }))]))
}
