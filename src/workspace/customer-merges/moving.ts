import type { LoggedKind } from '#access/kinds.ts'
import { moveBillsToCustomer } from '#billing/customer-bills/queries.ts'
import { moveRecordsToCustomer } from '#clients/churn-records/queries.ts'
import { moveNotesToCustomer } from '#clients/customer-notes/queries.ts'
import { reassignFollowUps } from '#clients/follow-ups/queries.ts'
import { updateStore } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import { moveItemsToCustomer } from '#finance/reimbursement-bills/queries.ts'
import type { AuditLine, Via } from '#kit/audit.ts'
import { moveQuestions } from '#reporting/figures/queries.ts'
import { moveThresholds, moveWarnings } from '#reporting/warnings/queries.ts'
import { MovedKind } from './contract.ts'
import type { Moved } from './queries.ts'

interface Move {
  from: number
  to: number
  companyCode: string
  via: Via
  actorId: number
  at: Date
  record: (line: AuditLine) => void
}

/** The audit log entity of each kind of moved record. */
const ENTITIES: Record<MovedKind, LoggedKind> = {
  stores: 'store',
  notes: 'customer-note',
  followUps: 'follow-up',
  churnRecords: 'churn',
  bills: 'customer-bill',
  warnings: 'warning',
  thresholds: 'warning-threshold',
  questions: 'figure-question',
  claimItems: 'reimbursement-item',
}

/** Moves rows from one customer to another, with an audit line each; returns ids and new versions. */
export async function moveRows(db: Database, rows: Record<MovedKind, number[]>, move: Move) {
  const { to, actorId, at } = move
  const stamp = { actorId, at }
  const moved: Record<MovedKind, Moved[]> = {
    stores: await moveStoresToCustomer(db, rows.stores, move),
    notes: await moveNotesToCustomer(db, rows.notes, to),
    followUps: await reassignFollowUps(db, rows.followUps, { customerId: to }, stamp),
    churnRecords: await moveRecordsToCustomer(db, rows.churnRecords, to, stamp),
    bills: await moveBillsToCustomer(db, rows.bills, to, stamp),
    warnings: await moveWarnings(db, rows.warnings, { from: move.from, to, ...stamp }),
    thresholds: await moveThresholds(db, rows.thresholds, to, stamp),
    questions: await moveQuestions(db, rows.questions, to, stamp),
    claimItems: await moveItemsToCustomer(db, rows.claimItems, to),
  }
  for (const kind of MovedKind.options) {
    for (const { id } of moved[kind]) move.record(lineOf(ENTITIES[kind], id, move))
  }
  return toIdAndVersion(moved)
}

async function moveStoresToCustomer(
  db: Database,
  ids: readonly number[],
  { to, actorId, at }: Move,
): Promise<Moved[]> {
  const stores: Moved[] = []
  for (const id of ids)
    stores.push(await updateStore(db, id, { customerId: to, updatedAt: at, updatedBy: actorId }))
  return stores
}

const lineOf = (entity: LoggedKind, recordId: number, { from, to, companyCode, via }: Move): AuditLine => ({
  action: 'update',
  entity,
  recordId,
  companyCode,
  via,
  changes: { customerId: [from, to] },
})

/** Reduces rows to id and version, which the merge stores. */
function toIdAndVersion(moved: Record<MovedKind, Moved[]>): Record<MovedKind, Moved[]> {
  const pairs = Object.entries(moved).map(([kind, rows]) => [
    kind,
    rows.map(({ id, version }) => ({ id, version })),
  ])
  return Object.fromEntries(pairs)
}
