import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { termsOn } from '#clients/pricing/queries.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import type { Database } from '#db/connect.ts'
import type { ChurnRecord } from '#db/tables.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, type Day, dayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { ChurnReason, ChurnSubject } from './contract.ts'
import { alreadyOpenError, assertConfirmable, churnLine, tenureDays } from './rules.ts'

/** Who writes and when; `record` writes a line to the request's audit log. */
export interface WriteContext {
  actorId: number
  at: Date
  record: (line: AuditLine) => void
}

interface ChurnOpening extends WriteContext {
  companyCode: string
  subject: ChurnSubject
  subjectId: number
  detectedOn: Day
  /** The stop day that the merchant announced; for a confirmed loss, the last day of service. */
  stopOn?: Day | null | undefined
  reason?: ChurnReason | null | undefined
  note?: string | null | undefined
  /** Defaults to the owner of the customer. */
  handlerId?: number | undefined
  /**
   * Lost before the company began to use Houtai: it is confirmed as of the last day of service, and there are no bills.
   */
  takenOver?: boolean
}

/** A record that is confirmed immediately needs a day and a reason. */
type ConfirmedOpening = ChurnOpening & { state: 'churned'; stopOn: Day; reason: ChurnReason }

/**
 * Opens a churn record of a customer or a store; returns the row. The caller has locked the subject and checked the
 * reach. Throws CONFLICT if one is open. With state 'churned', as for a stopped store, the record is also confirmed,
 * with the snapshot; an open record in state 挽留中 is then confirmed instead of opening a second one.
 */
export async function openChurnRecord(
  db: Database,
  opening: (ChurnOpening & { state?: 'retaining' | undefined }) | ConfirmedOpening,
): Promise<ChurnRow> {
  const open = await findOpenRecord(db, opening.subject, opening.subjectId)
  if (open && !(opening.state === 'churned' && open.status === 'retaining')) throw alreadyOpenError(open.id)
  const row = open ?? (await insertOpenRecord(db, opening))
  if (opening.state !== 'churned') return row
  const { stopOn, reason, note, actorId, at, record } = opening
  return confirmChurn(db, { id: row.id, stopOn, reason, note, actorId, at, record })
}

async function insertOpenRecord(db: Database, opening: ChurnOpening): Promise<ChurnRow> {
  const { subject, subjectId, actorId, at, record } = opening
  const facts = await getSubject(db, subject, subjectId)
  const row = await insertRecord(db, {
    companyCode: opening.companyCode,
    subject,
    customerId: facts.customerId,
    storeId: subject === 'store' ? subjectId : null,
    detectedOn: opening.detectedOn,
    stopOn: opening.stopOn ?? null,
    reason: opening.reason ?? null,
    note: opening.note ?? null,
    takenOver: opening.takenOver ?? false,
    handlerId: opening.handlerId ?? facts.ownerId,
    createdAt: at,
    createdBy: actorId,
    updatedAt: at,
    updatedBy: actorId,
  })
  record(churnLine('open', {}, row))
  return row
}

interface Confirmation extends WriteContext {
  id: number
  /** The last day of service. */
  stopOn: Day
  reason: ChurnReason
  /** If absent, the note does not change. */
  note?: string | null | undefined
}

/**
 * Confirms a record (挽留中 → 已流失) and saves the snapshot of the last day of service. The caller updates the customer and
 * its stores, before or after. Throws WRONG_STATE in any other state.
 */
export async function confirmChurn(db: Database, confirmation: Confirmation): Promise<ChurnRow> {
  const { id, stopOn, reason, note, actorId, at, record } = confirmation
  const before = await lockRecord(db, id)
  assertConfirmable(before)
  const row = await updateRecord(db, id, {
    status: 'churned',
    stopOn,
    reason,
    confirmedOn: before.takenOver ? stopOn : dayOf(at),
    ...(note === undefined ? {} : { note }),
    updatedAt: at,
    updatedBy: actorId,
  })
  await takeSnapshot(db, row, stopOn, at)
  record(churnLine('confirm', before, row))
  return row
}

/** The 挽留中 records of a handler. They must be handed over before the person leaves. */
export async function findHandledRecords(db: Database, handlerId: number) {
  return db
    .selectFrom('churnRecord')
    .innerJoin('customer', 'customer.id', 'churnRecord.customerId')
    .leftJoin('store', 'store.id', 'churnRecord.storeId')
    .select(['churnRecord.id', 'churnRecord.subject', 'churnRecord.detectedOn'])
    .select((eb) => eb.fn.coalesce('store.name', 'customer.name').as('name'))
    .where('churnRecord.handlerId', '=', handlerId)
    .where('churnRecord.status', '=', 'retaining')
    .orderBy('churnRecord.detectedOn')
    .orderBy('churnRecord.id')
    .execute()
}

/**
 * Hands over 挽留中 records from one handler to another, with an audit line each; returns their number. Skips records of
 * other handlers and other states.
 */
export async function handOverRecords(
  db: Database,
  handover: WriteContext & { ids: readonly number[]; fromId: number; toId: number },
): Promise<number> {
  const { ids, fromId, toId, actorId, at, record } = handover
  let count = 0
  for (const id of ids) {
    const before = await lockRecord(db, id)
    if (before.handlerId !== fromId || before.status !== 'retaining') continue
    const row = await updateRecord(db, id, { handlerId: toId, updatedAt: at, updatedBy: actorId })
    record(churnLine('hand-over', before, row))
    count += 1
  }
  return count
}

/** Moves records to the customer that theirs was merged into; returns the rows with their new versions. */
export async function moveRecordsToCustomer(
  db: Database,
  ids: readonly number[],
  customerId: number,
  { actorId, at }: { actorId: number; at: Date },
): Promise<ChurnRow[]> {
  const rows: ChurnRow[] = []
  for (const id of ids)
    rows.push(await updateRecord(db, id, { customerId, updatedAt: at, updatedBy: actorId }))
  return rows
}

export type ChurnRow = Selectable<ChurnRecord>

export async function insertRecord(db: Database, row: Insertable<ChurnRecord>): Promise<ChurnRow> {
  return db.insertInto('churnRecord').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Locks the row until the transaction ends; throws NOT_FOUND. The caller has checked the reach. */
export async function lockRecord(db: Database, id: number): Promise<ChurnRow> {
  const row = await db
    .selectFrom('churnRecord')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条流失记录')
  return row
}

/** Updates a record that the caller has locked; returns the row. */
export async function updateRecord(
  db: Database,
  id: number,
  changes: Updateable<ChurnRecord>,
): Promise<ChurnRow> {
  return db
    .updateTable('churnRecord')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The open record of a customer or a store, locked: 挽留中, or 已流失 and not won back. */
export async function findOpenRecord(db: Database, subject: ChurnSubject, subjectId: number) {
  return db
    .selectFrom('churnRecord')
    .selectAll()
    .where('subject', '=', subject)
    .where(subject === 'customer' ? 'customerId' : 'storeId', '=', subjectId)
    .where('status', 'in', ['retaining', 'churned'])
    .forUpdate()
    .executeTakeFirst()
}

/** The customer of a churn subject, and the sales person in charge. */
export async function getSubject(db: Database, subject: ChurnSubject, id: number) {
  const customers = db.selectFrom('customer').select(['customer.id as customerId', 'customer.ownerId'])
  const query =
    subject === 'customer'
      ? customers.where('customer.id', '=', id)
      : customers.innerJoin('store', 'store.customerId', 'customer.id').where('store.id', '=', id)
  return query.executeTakeFirstOrThrow()
}

/** The fields of a churn record that its snapshot needs. */
interface Subject {
  id: number
  customerId: number
  storeId: number | null
  detectedOn: Day
  takenOver: boolean
}

/** Saves the snapshot as of the last day of service. A trigger rejects later changes. */
export async function takeSnapshot(db: Database, subject: Subject, stopOn: Day, at: Date): Promise<void> {
  const stores = await findLostStores(db, subject, stopOn)
  const ids = stores.map(({ id }) => id)
  const customer = await findCustomer(db, subject.customerId)
  const leader = await findLeader(db, ids)
  const firstDays = stores.map(({ firstOn }) => firstOn)
  if (subject.storeId === null) firstDays.push(customer.contractStartOn)
  await db
    .insertInto('churnSnapshot')
    .values({
      recordId: subject.id,
      takenAt: at,
      tenureDays: tenureDays(firstDays, stopOn),
      monthlyFeeCents: await findFee(db, ids, stopOn),
      ...(await findTotalsForSnapshot(db, subject, ids)),
      refundCents: await findRefund(db, ids, subject.detectedOn),
      ownerId: customer.ownerId,
      ownerName: customer.ownerName,
      leaderId: leader?.id ?? null,
      leaderName: leader?.name ?? null,
      agents: JSON.stringify(await findAgents(db, ids, stopOn)),
      stores: JSON.stringify(stores.map(({ id, name }) => ({ id, name }))),
    })
    .execute()
}

/**
 * Total revenue and unpaid amount; null for a loss before the company began to use Houtai, since there are no bills.
 */
async function findTotalsForSnapshot(
  db: Database,
  { takenOver, customerId, storeId }: Subject,
  storeIds: readonly number[],
) {
  if (takenOver) return { unpaidCents: null, revenueCents: null }
  return findAccountTotals(db, storeId === null ? { customerId } : { storeIds })
}

/** The store itself; for a customer, its live stores and those that stopped since the loss was detected. */
async function findLostStores(db: Database, subject: Subject, stopOn: Day) {
  const query = db
    .selectFrom('store')
    .select(['id', 'name', sql<Day | null>`least(trial_on, online_on)`.as('firstOn')])
    .orderBy('id')
  if (subject.storeId !== null) return query.where('id', '=', subject.storeId).execute()
  const since = subject.detectedOn < stopOn ? subject.detectedOn : stopOn
  return query
    .where('customerId', '=', subject.customerId)
    .where((eb) => eb.or([eb('status', '!=', 'stopped'), eb('stoppedOn', '>=', since)]))
    .execute()
}

async function findCustomer(db: Database, id: number) {
  return db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .select(['customer.contractStartOn', 'customer.ownerId', 'owner.name as ownerName'])
    .where('customer.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The leader of most of the stores. */
async function findLeader(db: Database, storeIds: readonly number[]) {
  return db
    .selectFrom('store')
    .innerJoin('staff as leader', 'leader.id', 'store.leaderId')
    .select(['leader.id', 'leader.name'])
    .where(sql<boolean>`store.id = any(${storeIds})`)
    .groupBy('leader.id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('leader.id')
    .executeTakeFirst()
}

/** The staff assigned to the stores on the day. */
async function findAgents(db: Database, storeIds: readonly number[], on: Day) {
  return db
    .selectFrom('storeAssignment')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select(['staff.id', 'staff.name'])
    .where(sql<boolean>`store_assignment.store_id = any(${storeIds})`)
    .where('storeAssignment.fromOn', '<=', on)
    .where((eb) => eb.or([eb('storeAssignment.toOn', 'is', null), eb('storeAssignment.toOn', '>=', on)]))
    .groupBy('staff.id')
    .orderBy('staff.id')
    .execute()
}

/** Sum of the stores' monthly fees by the terms of the day, in 分; null if no store has terms. */
async function findFee(db: Database, storeIds: readonly number[], on: Day): Promise<number | null> {
  const fees: number[] = []
  for (const id of storeIds) {
    const terms = await termsOn(db, id, on)
    if (terms) fees.push(monthlyFeeCents(terms.pricing, await findMeanVolume(db, id, on)))
  }
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0)
}

/** The number of days over which the volume of a store is averaged, to find its price tier. */
const VOLUME_DAYS = 30

async function findMeanVolume(db: Database, storeId: number, on: Day): Promise<number | null> {
  const { mean } = await db
    .selectFrom('storeDaily')
    .select(sql<number | null>`avg(coalesce(consult_users, consult_sessions, handled_users))`.as('mean'))
    .where('storeId', '=', storeId)
    .where('onDay', '>', addDays(on, -VOLUME_DAYS))
    .where('onDay', '<=', on)
    .executeTakeFirstOrThrow()
  return mean
}

/** Sum of the refund proposals of the stores, in 分; null if there are none. */
async function findRefund(db: Database, storeIds: readonly number[], since: Day): Promise<number | null> {
  const { total } = await db
    .selectFrom('billingProposal')
    .select(sql<number | null>`sum(amount_cents)::bigint`.as('total'))
    .where(sql<boolean>`store_id = any(${storeIds})`)
    .where('kind', '=', 'refund')
    .where('state', '!=', 'dropped')
    .where('toOn', '>=', since)
    .executeTakeFirstOrThrow()
  return total
}

/** All bills of a customer, or only the bills of some of its stores. */
type Debtor = { customerId: number } | { storeIds: readonly number[] }

/** The unpaid amount and the total revenue of the customer or the stores, in 分. */
async function findAccountTotals(
  db: Database,
  of: Debtor,
): Promise<{ unpaidCents: number; revenueCents: number }> {
  const billCondition =
    'customerId' in of
      ? sql<boolean>`bill.customer_id = ${of.customerId}`
      : sql<boolean>`bill.store_id = any(${of.storeIds})`
  const { rows } = await sql<{ unpaidCents: number; revenueCents: number }>`
    select coalesce(sum(bill.total_cents - bill.received_cents), 0)::bigint as unpaid_cents,
      coalesce(sum(bill.total_cents) filter (where is_revenue(bill.status, bill.kind, source.kind)), 0)::bigint as revenue_cents
    from customer_bill bill left join customer_bill source on source.id = bill.relates_to_id
    where ${billCondition} and bill.status not in ('draft', 'void')`.execute(db)
  return rows[0] ?? { unpaidCents: 0, revenueCents: 0 }
}
