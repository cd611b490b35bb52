import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import { rowsToSqlJson } from '#db/camelCase.ts'
import type { Database } from '#db/connect.ts'
import type { CustomerWeek, Warning } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { RiskPart, WarningKind, WarningLevel, WarningStatus } from './contract.ts'
import { getWarning } from './listQueries.ts'
import { sundayOf } from './weeks.ts'

/** Throws NOT_FOUND unless the warning's customer is within reach. */
export async function assertReachesWarning(db: Database, actor: Actor, id: number, on: Day): Promise<void> {
  await getWarning(db, customerScope(actor, 'canWarningCustomer', on), id)
}

export interface NewWarning {
  companyCode: string
  customerId: number
  weekOn: Day
  kind: WarningKind
  level: WarningLevel
  value: number
}

/** Rows per bulk statement, which keeps its JSON below a megabyte and the statement short. */
export const ROWS_PER_STATEMENT = 2_000

/**
 * Saves customers' weeks, replacing earlier ones. Sends each slice of rows as one JSON value that the database converts
 * to records. Does not rewrite unchanged rows.
 */
export async function putCustomerWeeks(db: Database, rows: readonly NewCustomerWeek[]): Promise<void> {
  const columns = WEEK_COLUMNS.map((column) => sql.ref(column))
  const set = WEEK_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  const [stored, excluded] = ['customerWeek', 'excluded'].map((table) =>
    sql.join(WEEK_COLUMNS.map((column) => sql.ref(`${table}.${column}`))),
  )
  for await (const some of chunksOf(rows, ROWS_PER_STATEMENT)) {
    await sql`insert into customer_week (customer_id, week_on, ${sql.join(columns)})
      select customer_id, week_on, ${sql.join(columns)}
      from jsonb_populate_recordset(null::customer_week, ${rowsToSqlJson(some)}::jsonb)
      on conflict (customer_id, week_on) do update set ${sql.join(set)}
      where (${stored}) is distinct from (${excluded})`.execute(db)
  }
}

/** A customer's week as a run saves it. */
export type NewCustomerWeek = Omit<Insertable<CustomerWeek>, 'copiedFrom' | 'riskParts'> & {
  riskParts: readonly RiskPart[]
}

const WEEK_COLUMNS = [
  'companyCode',
  'volume',
  'expected',
  'reported',
  'volumeOf',
  'comparedStores',
  'comparedVolume',
  'baseline',
  'changeBp',
  'quotaVolume',
  'quota',
  'useBp',
  'overageCents',
  'score',
  'riskParts',
  'scoreVersion',
] as const

/** Inserts warnings; existing ones stay unchanged. Returns the new ones. */
export async function insertWarnings(db: Database, rows: readonly NewWarning[], at: Date) {
  const made: Pick<Selectable<Warning>, 'id' | 'customerId' | 'kind' | 'level' | 'value'>[] = []
  for await (const some of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const records = sql`jsonb_populate_recordset(null::warning, ${rowsToSqlJson(some)}::jsonb)`
    const raised = await db
      .insertInto('warning')
      .columns(['companyCode', 'customerId', 'weekOn', 'kind', 'level', 'value', 'createdAt', 'updatedAt'])
      .expression(
        sql`select company_code, customer_id, week_on, kind, level, value, ${at}::timestamptz, ${at}::timestamptz
          from ${records}`,
      )
      .onConflict((conflict) => conflict.constraint('warning_key').doNothing())
      .returning(['id', 'customerId', 'kind', 'level', 'value'])
      .execute()
    made.push(...raised)
  }
  const events = made.map(({ id }) => ({ warningId: id, status: 'pending' as const }))
  await addEvents(db, events, at)
  return made
}

/** Updates level and value of open warnings to the current figures of their week. */
export async function correctWarnings(
  db: Database,
  rows: readonly { id: number; level: WarningLevel; value: number }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`update warning set level = now.level, value = now.value, updated_at = ${at}, updated_by = null,
      version = version + 1
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ level }) => level)}::text[],
      ${rows.map(({ value }) => value)}::int[]) as now (id, level, value)
    where warning.id = now.id`.execute(db)
}

/** Resolves the warnings that a week shows to be over. */
export async function resolveWarnings(
  db: Database,
  ids: readonly number[],
  weekOn: Day,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('warning')
    .set({ status: 'resolved', resolvedWeekOn: weekOn, updatedAt: at, updatedBy: null })
    .set(nextVersion)
    .where(sql<SqlBool>`id = any(${[...ids]}::int[])`)
    .execute()
  await addEvents(
    db,
    ids.map((warningId) => ({ warningId, status: 'resolved' as const, weekOn })),
    at,
  )
}

/** A user's step on a warning; its version was checked under the lock. */
export interface Step {
  status: WarningStatus
  handlerId: number
  note: string | null
  at: Date
}

/**
 * Reassigns the warnings that one user handles to another, or sets them to pending (null). Returns the reassigned ones.
 */
export async function reassignWarnings(
  db: Database,
  ids: readonly number[],
  { fromId, toId, by, note, at }: { fromId: number; toId: number | null; by: number; note: string; at: Date },
) {
  const status = toId === null ? 'pending' : 'handling'
  const reassigned = await db
    .updateTable('warning')
    .set({ status, handlerId: toId, updatedAt: at, updatedBy: by })
    .set(nextVersion)
    .where('id', 'in', ids)
    .where('handlerId', '=', fromId)
    .where('status', '=', 'handling')
    .returning(['id', 'companyCode'])
    .execute()
  await addEvents(
    db,
    reassigned.map(({ id }) => ({ warningId: id, status, byId: by, note })),
    at,
  )
  return reassigned
}

/** Changes the status of a warning, or adds a note. */
export async function stepWarning(db: Database, id: number, { status, handlerId, note, at }: Step) {
  const row = await db
    .updateTable('warning')
    .set({ status, handlerId, updatedAt: at, updatedBy: handlerId })
    .set(nextVersion)
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
  for await (const some of chunksOf(events, ROWS_PER_STATEMENT)) {
    await sql`insert into warning_event (warning_id, at, by_id, status, note, week_on)
      select warning_id, ${at}::timestamptz, by_id, status, note, week_on
      from jsonb_populate_recordset(null::warning_event, ${rowsToSqlJson(some)}::jsonb)`.execute(db)
  }
}

interface RunRecord {
  companyCode: string
  weekOn: Day
  at: Date
  by: number | null
  promotion: string | null
  customers: number
}

/** Records that a company's week was run as a whole. */
export async function putRun(db: Database, { at, by, ...run }: RunRecord): Promise<void> {
  const ran = { ...run, ranAt: at, ranBy: by }
  await db
    .insertInto('warningRun')
    .values(ran)
    .onConflict((conflict) => conflict.columns(['companyCode', 'weekOn']).doUpdateSet(ran))
    .execute()
}

/** The weeks after the given one that a company has run, ascending. */
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

/** The number of pending warnings, as in the list with `status=pending`, and how many of them are red. */
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

/**
 * Moves warnings to the customer that theirs was merged into, or back. Returns ids and new versions. Copies a week to
 * the other customer if it has no own one; moving back deletes the copy.
 */
export async function moveWarnings(
  db: Database,
  ids: readonly number[],
  { from, to, actorId, at }: { from: number; to: number; actorId: number; at: Date },
) {
  if (ids.length === 0) return []
  await sql`insert into customer_week
    select (jsonb_populate_record(w, jsonb_build_object('customer_id', ${to}::int, 'copied_from', ${from}::int))).*
    from customer_week w where w.customer_id = ${from}
      and w.week_on in (select week_on from warning where id = any(${[...ids]}::int[]))
    on conflict do nothing`.execute(db)
  const moved = await db
    .updateTable('warning')
    .set({ customerId: to, updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  await sql`delete from customer_week w where w.customer_id = ${from} and w.copied_from = ${to}
    and not exists (select 1 from warning where warning.customer_id = w.customer_id and warning.week_on = w.week_on)
    and not exists (select 1 from store_week s where s.customer_id = w.customer_id and s.week_on = w.week_on)`.execute(
    db,
  )
  return moved
}

/** Moves a customer's own thresholds to the customer it was merged into. Returns ids and new versions. */
export async function moveThresholds(
  db: Database,
  ids: readonly number[],
  customerId: number,
  { actorId, at }: { actorId: number; at: Date },
) {
  if (ids.length === 0) return []
  return db
    .updateTable('warningThreshold')
    .set({ customerId, updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
}

/** Locks the runs of a company until the transaction ends, so that a concurrent run waits and sees the results. */
export async function lockRuns(db: Database, companyCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`weekly warnings ${companyCode}`}, 0))`.execute(
    db,
  )
}

/** The customers within reach that have a store which was on trial or in service by the end of the week. */
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

/** Locks and returns the warnings that a run of the week may change: those of the week, and open earlier ones. */
export async function findTouched(db: Database, customerIds: readonly number[], weekOn: Day) {
  return db
    .selectFrom('warning')
    .select(['id', 'customerId', 'weekOn', 'kind', 'level', 'value', 'status'])
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::int[])`)
    .where('weekOn', '<=', weekOn)
    .where((eb) => eb.or([eb('weekOn', '=', weekOn), eb('status', 'in', ['pending', 'handling'])]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Related data of a warning's customer: names of its stores within reach, number of open follow-ups, open churn record.
 */
export async function findRelated(db: Database, customerId: number, stores: Expression<SqlBool>) {
  const named = await db
    .selectFrom('store')
    .select(['store.id', 'store.name'])
    .where('store.customerId', '=', customerId)
    .where(stores)
    .execute()
  const followUps = await db
    .selectFrom('followUp')
    .select(sql<number>`count(*)`.as('count'))
    .where('customerId', '=', customerId)
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  const churn = await db
    .selectFrom('churnRecord')
    .select('id')
    .where('customerId', '=', customerId)
    .where('subject', '=', 'customer')
    .where('status', 'in', ['retaining', 'churned'])
    .executeTakeFirst()
  return {
    names: new Map(named.map(({ id, name }) => [id, name])),
    openFollowUps: followUps.count,
    churnRecordId: churn?.id ?? null,
  }
}

/** The company of a customer within reach; throws NOT_FOUND. */
export async function getCustomerCompany(
  db: Database,
  customers: Expression<SqlBool>,
  id: number,
): Promise<string> {
  const row = await db
    .selectFrom('customer')
    .select('customer.companyCode')
    .where('customer.id', '=', id)
    .where(customers)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row.companyCode
}
