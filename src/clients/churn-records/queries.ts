import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { ChurnRecord } from '#db/tables.ts'
import type { AuditLine } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { dayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { ChurnReason, ChurnSubject } from './contract.ts'
import { takeSnapshot } from './queriesOfSnapshot.ts'
import { assertConfirmable, churnLine, openAlready } from './rules.ts'

/** Who writes and when, and where the lines of the log go: `record` of the request. */
export interface Writing {
  actorId: number
  at: Date
  record: (line: AuditLine) => void
}

interface Opening extends Writing {
  companyCode: string
  subject: ChurnSubject
  subjectId: number
  detectedOn: Day
  /** The day the merchant announced, or, for a loss that is certain, the last day of service. */
  stopOn?: Day | null | undefined
  reason?: ChurnReason | null | undefined
  note?: string | null | undefined
  /** Who takes care of it; absent: the owner of the customer. */
  handlerId?: number | undefined
  /** Lost before the company began here: confirmed on the last day of service, and of amounts nothing is known. */
  takenOver?: boolean
}

/** A record that opens as certain needs the day and the reason that confirming needs. */
type CertainLoss = Opening & { state: 'churned'; stopOn: Day; reason: ChurnReason }

/**
 * Opens a churn record of a customer or a store, which the caller has locked and reached; answers the row. Throws
 * CONFLICT where one is open. With state 'churned', as for a store that is stopped, it is confirmed at once, with the
 * snapshot; one that was 挽留中 until now is then confirmed instead of a second one being opened.
 */
export async function openChurnRecord(
  db: Database,
  opening: (Opening & { state?: 'retaining' | undefined }) | CertainLoss,
): Promise<ChurnRow> {
  const open = await findOpenRecord(db, opening.subject, opening.subjectId)
  if (open && !(opening.state === 'churned' && open.status === 'retaining')) throw openAlready(open.id)
  const row = open ?? (await openNew(db, opening))
  if (opening.state !== 'churned') return row
  const { stopOn, reason, note, actorId, at, record } = opening
  return confirmChurn(db, { id: row.id, stopOn, reason, note, actorId, at, record })
}

async function openNew(db: Database, opening: Opening): Promise<ChurnRow> {
  const { subject, subjectId, actorId, at, record } = opening
  const facts = await getSubject(db, subject, subjectId)
  const row = await insertRecord(db, {
    companyCode: opening.companyCode,
    ...{ subject, customerId: facts.customerId, storeId: subject === 'store' ? subjectId : null },
    ...{ detectedOn: opening.detectedOn, stopOn: opening.stopOn ?? null },
    ...{ reason: opening.reason ?? null, note: opening.note ?? null },
    takenOver: opening.takenOver ?? false,
    handlerId: opening.handlerId ?? facts.ownerId,
    ...{ createdAt: at, createdBy: actorId, updatedAt: at, updatedBy: actorId },
  })
  record(churnLine('open', {}, row))
  return row
}

interface Confirmation extends Writing {
  id: number
  /** The last day of service. */
  stopOn: Day
  reason: ChurnReason
  /** Absent: the note stays as it is. */
  note?: string | null | undefined
}

/**
 * Makes a record that is 挽留中 into 已流失 and keeps the snapshot of that day; what happens to the customer and its
 * stores is the caller's to do, before or after. Throws WRONG_STATE in any other state.
 */
export async function confirmChurn(db: Database, confirmation: Confirmation): Promise<ChurnRow> {
  const { id, stopOn, reason, note, actorId, at, record } = confirmation
  const before = await lockRecord(db, id)
  assertConfirmable(before)
  const row = await updateRecord(db, id, {
    ...{ status: 'churned', stopOn, reason, confirmedOn: before.takenOver ? stopOn : dayOf(at) },
    ...(note === undefined ? {} : { note }),
    ...{ updatedAt: at, updatedBy: actorId },
  })
  await takeSnapshot(db, row, stopOn, at)
  record(churnLine('confirm', before, row))
  return row
}

/** The records 挽留中 that a person takes care of: what has to be handed over before the person leaves. */
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

/** Gives records 挽留中 of one person to another, with a line each; answers how many there were. */
export async function handOverRecords(
  db: Database,
  handover: Writing & { ids: readonly number[]; fromId: number; toId: number },
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

/** Gives records to another customer, into which theirs was merged; answers each at its new version. */
export async function giveRecords(
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

/** Adds a record; answers the row. */
export async function insertRecord(db: Database, row: Insertable<ChurnRecord>): Promise<ChurnRow> {
  return db.insertInto('churnRecord').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The bare row, locked until the transaction ends; throws NOT_FOUND. Reach is asked before. */
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

/** Changes a record under its lock; answers the row. */
export async function updateRecord(
  db: Database,
  id: number,
  changes: Updateable<ChurnRecord>,
): Promise<ChurnRow> {
  return db
    .updateTable('churnRecord')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The record of a customer or a store that is open: 挽留中, or 已流失 and not won back; locked. */
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

/** The merchant behind a customer or a store, and the sales person in charge. */
export async function getSubject(db: Database, subject: ChurnSubject, id: number) {
  const customers = db.selectFrom('customer').select(['customer.id as customerId', 'customer.ownerId'])
  const query =
    subject === 'customer'
      ? customers.where('customer.id', '=', id)
      : customers.innerJoin('store', 'store.customerId', 'customer.id').where('store.id', '=', id)
  return query.executeTakeFirstOrThrow()
}
