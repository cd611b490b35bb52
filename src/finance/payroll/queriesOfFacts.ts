import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { lastDayOf } from '#kit/calendar.ts'
import { findAway, firstDayOf } from '#operations/attendance/queries.ts'
import { employedDays } from './pay.ts'
import type { StoreFacts } from './salaries.ts'

/** A company's month (`'2026-05'`); with `staffId` only what that person's pay needs. */
export interface OfMonth {
  companyCode: string
  month: string
  staffId?: number | undefined
}

/** The first and the last day of a month. */
export const daysOf = (month: string): { first: Day; last: Day } => ({
  first: `${month}-01`,
  last: lastDayOf(month),
})

/** What the stores with shares in the month pay them from: one query a kind of fact, however many stores. */
export async function findStoreFacts(db: Database, of: OfMonth): Promise<Map<number, StoreFacts>> {
  const assignments = await findAssignments(db, of)
  const ids = [...new Set(assignments.map(({ storeId }) => storeId))]
  const byStore = Map.groupBy(assignments, ({ storeId }) => storeId)
  const terms = Map.groupBy(await findTerms(db, ids, of.month), ({ storeId }) => storeId)
  const states = Map.groupBy(await findStates(db, ids, of.month), ({ storeId }) => storeId)
  const { first, last } = daysOf(of.month)
  const away = await findAway(db, { companyCode: of.companyCode, from: first, to: last })
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

/** The assignments with a share; of one person those of everybody at the same stores, since shares are rounded together. */
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
    query = query.where('storeId', 'in', (own) =>
      own.selectFrom('storeAssignment').select('storeId').where('staffId', '=', staffId).where(during),
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

/** An agent's own sales of the month at a store, as the platforms' files have them under the agent's nicks. */
export interface OwnSales {
  staffId: number
  storeId: number
  salesCents: number
  rateBp: number
}

/** The own sales of everybody with a commission. */
export async function findSales(db: Database, { companyCode, month, staffId }: OfMonth): Promise<OwnSales[]> {
  const { first, last } = daysOf(month)
  const { rows } = await sql<OwnSales>`
    select account.staff_id, d.store_id, sum(d.sales_cents)::bigint as sales_cents,
      agent.commission_rate_bp as rate_bp
    from staff agent join agent_account account on account.staff_id = agent.id
      join agent_daily d on d.store_id = account.store_id and d.nick = account.nick
        and d.on_day between greatest(account.from_on, ${first}::date) and least(account.to_on, ${last}::date)
    where agent.company_code = ${companyCode} and agent.commission_rate_bp > 0
      and (${staffId ?? null}::int is null or agent.id = ${staffId ?? null}::int)
      and d.source = 'imported' and d.sales_cents <> 0
    group by account.staff_id, d.store_id, agent.commission_rate_bp
    order by account.staff_id, d.store_id`.execute(db)
  return rows
}

/**
 * Who is with the company on some day of the month, and everybody named: what they are paid, and on how many days they are
 * there, neither before the first day nor after the last one nor disabled (074).
 */
export async function findPeople(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
  named: readonly number[],
) {
  const { first, last } = daysOf(month)
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'hiredOn', 'leftOn', 'createdAt'])
    .select(['baseSalaryCents', 'seniorityPayCents', 'commissionRateBp'])
    .where('companyCode', '=', companyCode)
    .$if(staffId !== undefined, (query) => query.where('id', '=', staffId ?? 0))
    .orderBy('id')
    .execute()
  const away = await findAway(db, { companyCode, from: first, to: last })
  const among = new Set(named)
  return rows
    .map(({ hiredOn, leftOn, createdAt, ...row }) => {
      const span = { fromOn: firstDayOf({ hiredOn, createdAt }), toOn: leftOn }
      return { ...row, employedDays: employedDays(month, span, away.get(row.id)) }
    })
    .filter((row) => among.has(row.id) || row.employedDays > 0)
}

export type Person = Awaited<ReturnType<typeof findPeople>>[number]
