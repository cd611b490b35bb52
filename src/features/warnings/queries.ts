import type { Expression, Insertable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { CustomerWeek } from '#db/tables.ts'
import { customerScope } from '#features/customers/queries.ts'
import type { Day } from '#kit/calendar.ts'
import type { WarningKind, WarningLevel, WarningStatus } from './contract.ts'
import { getWarning } from './queriesOfList.ts'
import { sundayOf } from './weeks.ts'

/** Throws NOT_FOUND unless the warning is of a customer within reach. */
export async function assertReachesWarning(db: Database, actor: Actor, id: number, on: Day): Promise<void> {
  await getWarning(db, customerScope(actor, 'canWarningCustomer', on), id)
}

/** A run holds this until its transaction ends: of two at once the second finds the work of the first. */
export async function lockRuns(db: Database, companyCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`weekly warnings ${companyCode}`}, 0))`.execute(
    db,
  )
}

/** The customers within reach of whom a store was on trial or in service in the week. */
export async function findServedCustomers(
  db: Database,
  { companyCode, weekOn, reach }: { companyCode: string; weekOn: Day; reach: Expression<SqlBool> },
): Promise<number[]> {
  const rows = await db
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.companyCode', '=', companyCode)
    .where('customer.mergedIntoId', 'is', null)
    .where(reach)
    .where(
      sql<SqlBool>`exists (select 1 from store join store_state s on s.store_id = store.id
        where store.customer_id = customer.id and s.status in ('trial', 'serving')
          and s.from_on <= ${sundayOf(weekOn)})`,
    )
    .orderBy('customer.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Puts the weeks of customers in the place of what stood there. */
export async function putCustomerWeeks(db: Database, rows: Insertable<CustomerWeek>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const fields = Object.keys(first).filter((key) => key !== 'customerId' && key !== 'weekOn')
  await db
    .insertInto('customerWeek')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'weekOn'])
        .doUpdateSet((eb) =>
          Object.fromEntries(fields.map((key) => [key, eb.ref(`excluded.${key as keyof CustomerWeek}`)])),
        ),
    )
    .execute()
}

/** The warnings of customers up to a week that a run of it may touch: those of the week, and the open ones before. */
export async function findTouched(db: Database, customerIds: readonly number[], weekOn: Day) {
  return db
    .selectFrom('warning')
    .select(['id', 'customerId', 'weekOn', 'kind', 'level', 'value', 'status'])
    .where('customerId', 'in', customerIds)
    .where('weekOn', '<=', weekOn)
    .where((eb) => eb.or([eb('weekOn', '=', weekOn), eb('status', 'in', ['pending', 'handling'])]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface NewWarning {
  companyCode: string
  customerId: number
  weekOn: Day
  kind: WarningKind
  level: WarningLevel
  value: number
}

/** Raises warnings; one that is there already stays as it is. Answers those that are new. */
export async function insertWarnings(db: Database, rows: readonly NewWarning[], at: Date) {
  if (rows.length === 0) return []
  const made = await db
    .insertInto('warning')
    .values(rows.map((row) => ({ ...row, createdAt: at, updatedAt: at })))
    .onConflict((conflict) => conflict.constraint('warning_key').doNothing())
    .returning(['id', 'customerId', 'kind', 'level', 'value'])
    .execute()
  await addEvents(
    db,
    made.map(({ id }) => ({ warningId: id, status: 'pending' as const })),
    at,
  )
  return made
}

/** Writes what a warning's week says now. */
export async function correctWarning(
  db: Database,
  id: number,
  { level, value }: { level: WarningLevel; value: number },
  at: Date,
): Promise<void> {
  await db
    .updateTable('warning')
    .set({ level, value, updatedAt: at, updatedBy: null })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Settles warnings that a week shows to be over. */
export async function settleWarnings(
  db: Database,
  ids: readonly number[],
  weekOn: Day,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('warning')
    .set({ status: 'resolved', resolvedWeekOn: weekOn, updatedAt: at, updatedBy: null })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  await addEvents(
    db,
    ids.map((warningId) => ({ warningId, status: 'resolved' as const, weekOn })),
    at,
  )
}

/** A step that a person takes with a warning whose version was checked under the lock. */
export interface Step {
  status: WarningStatus
  handlerId: number
  note: string | null
  at: Date
}

/** Takes a warning into another state, or adds what is said about it. */
export async function stepWarning(db: Database, id: number, { status, handlerId, note, at }: Step) {
  const row = await db
    .updateTable('warning')
    .set({ status, handlerId, updatedAt: at, updatedBy: handlerId })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addEvents(db, [{ warningId: id, status, byId: handlerId, note }], at)
  return row
}

interface NewEvent {
  warningId: number
  status: WarningStatus
  byId?: number
  note?: string | null
  weekOn?: Day
}

async function addEvents(db: Database, events: readonly NewEvent[], at: Date): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ byId = null, note = null, weekOn = null, ...event }) => ({
    ...event,
    ...{ byId, note, weekOn, at },
  }))
  await db.insertInto('warningEvent').values(rows).execute()
}

interface Ran {
  companyCode: string
  weekOn: Day
  at: Date
  by: number | null
  promotion: string | null
  customers: number
}

/** Writes down that a company's week was run as a whole. */
export async function putRun(db: Database, { at, by, ...run }: Ran): Promise<void> {
  const ran = { ...run, ranAt: at, ranBy: by }
  await db
    .insertInto('warningRun')
    .values(ran)
    .onConflict((conflict) => conflict.columns(['companyCode', 'weekOn']).doUpdateSet(ran))
    .execute()
}

/** The weeks after one that a company has run, in order. */
export async function findLaterRuns(db: Database, companyCode: string, weekOn: Day): Promise<Day[]> {
  const rows = await db
    .selectFrom('warningRun')
    .select('weekOn')
    .where('companyCode', '=', companyCode)
    .where('weekOn', '>', weekOn)
    .orderBy('weekOn')
    .execute()
  return rows.map((row) => row.weekOn)
}

/** The warnings that nobody has taken up: as many as the list with `status=pending` has, and the red ones among them. */
export async function countPending(db: Database, customers: Expression<SqlBool>) {
  return db
    .selectFrom('warning')
    .innerJoin('customer', 'customer.id', 'warning.customerId')
    .where(customers)
    .where('warning.status', '=', 'pending')
    .select(sql<number>`count(*)`.as('count'))
    .select(sql<number>`count(*) filter (where warning.level = 'red')`.as('red'))
    .executeTakeFirstOrThrow()
}
