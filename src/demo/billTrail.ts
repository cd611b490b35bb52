import type { Selectable } from 'kysely'
import type { Bill } from '#billing/customer-bills/contract.ts'
import { billAuditLine, formatLineForLog } from '#billing/customer-bills/log.ts'
import type { BillRow } from '#billing/customer-bills/queries.ts'
import { missingDays, settledStatus } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import type { BillReceipt, CustomerBillLine } from '#db/tables.ts'
import type { AuditLine } from '#kit/audit.ts'
import { monthOf } from '#kit/calendar.ts'
import type { TrailLine } from './trail.ts'

type Line = Selectable<CustomerBillLine>
type Receipt = Selectable<BillReceipt>

/** A bill with its lines and receipts. */
interface BillWithParts {
  bill: BillRow
  lines: readonly Line[]
  receipts: readonly Receipt[]
  /** When the bill was refunded, if it was. */
  refundedAt: Date | undefined
}

/** The author and time of an audit line. */
type Authorship = Pick<TrailLine, 'actorId' | 'actorName' | 'at'>

const MINUTE_MS = 60_000

/**
 * Audit lines of the demo's bills: proposed or created manually, issued, paid, refunded or voided, and one line per
 * proposal run of a month. Each bill's history is derived from its current state.
 */
export async function billLines(db: Database): Promise<TrailLine[]> {
  const bills = await db.selectFrom('customerBill').selectAll().orderBy('id').execute()
  const all = await db
    .selectFrom('customerBillLine')
    .selectAll()
    .orderBy('billId')
    .orderBy('position')
    .execute()
  const lines = Map.groupBy(all, ({ billId }) => billId)
  const receipts = Map.groupBy(
    await db.selectFrom('billReceipt').selectAll().orderBy('id').execute(),
    ({ billId }) => billId,
  )
  const people = await db.selectFrom('staff').select(['id', 'name']).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const by = (actorId: number | null, at: Date): Authorship => ({
    actorId,
    actorName: (actorId && names.get(actorId)) || '系统',
    at,
  })
  const refunds = bills.filter(({ kind }) => kind === 'refund')
  const withParts = (bill: BillRow): BillWithParts => ({
    bill,
    lines: lines.get(bill.id) ?? [],
    receipts: receipts.get(bill.id) ?? [],
    refundedAt: refunds.find(({ relatesToId }) => relatesToId === bill.id)?.createdAt,
  })
  return [...runsOf(bills, by), ...bills.flatMap((bill) => historyOf(withParts(bill), by))]
}

type By = (actorId: number | null, at: Date) => Authorship

const toTrailLine = ({ recordId, companyCode, ...line }: AuditLine, writing: Authorship): TrailLine => ({
  ...line,
  recordId: String(recordId),
  companyCode: companyCode ?? '',
  ...writing,
})

/** One line per month with proposals, as a run writes it. */
function runsOf(bills: readonly BillRow[], by: By): TrailLine[] {
  const proposed = bills.filter(({ origin }) => origin === 'proposed')
  const runs = Map.groupBy(proposed, ({ companyCode, monthOn }) => `${companyCode} ${monthOn}`)
  return [...runs.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const changes = { created: [null, group.length], refreshed: [null, 0] } as AuditLine['changes']
    const { companyCode, createdBy, createdAt } = first
    const run = { entity: 'customer-bill-run' as const, recordId: monthOf(first.monthOn), companyCode }
    return [toTrailLine({ action: 'propose', ...run, changes }, by(createdBy, createdAt))]
  })
}

function historyOf({ bill, lines, receipts, refundedAt }: BillWithParts, by: By): TrailLine[] {
  const draft: BillRow = {
    ...bill,
    code: null,
    status: 'draft',
    issuedOn: null,
    issuedBy: null,
    dueOn: null,
    receivedCents: 0,
    refundedCents: 0,
    reason: bill.kind === 'refund' ? bill.reason : null,
    missingReason: null,
  }
  const created = billAuditLine(bill.origin === 'keyed' ? 'create' : 'propose', {}, draft, {
    lines: [null, lines.map(formatLineForLog)],
  })
  const found = [toTrailLine(created, by(bill.createdBy, bill.createdAt))]
  if (bill.issuedOn === null) return found
  const { code, issuedOn, issuedBy, dueOn, missingReason } = bill
  const issued = { code, issuedOn, issuedBy, dueOn, missingReason }
  let now: BillRow = { ...draft, ...issued, status: settledStatus(draft) }
  const days = missingReason === null ? [] : missingDays(bill.missing as unknown as Bill['missing'])
  let at = new Date(bill.createdAt.getTime() + 10 * MINUTE_MS)
  const issueDetails = days.length > 0 ? { missingDays: days } : {}
  found.push(toTrailLine(billAuditLine('issue', draft, now, issueDetails), by(issuedBy, at)))
  for (const receipt of receipts) {
    const before = now
    now = received(before, receipt)
    at = later(at, receipt.createdAt)
    found.push(
      toTrailLine(billAuditLine('receive', before, now, receiptDetails(receipt)), by(receipt.createdBy, at)),
    )
  }
  const end = bill.refundedCents > 0 ? 'refund' : bill.status === 'void' && 'void'
  const endedAt = later(new Date(at.getTime() + MINUTE_MS), refundedAt ?? at)
  if (end) found.push(toTrailLine(billAuditLine(end, now, bill), by(bill.updatedBy, endedAt)))
  return found
}

const later = (one: Date, other: Date) => (one > other ? one : other)

function received(before: BillRow, { amountCents }: Receipt): BillRow {
  const receivedCents = before.receivedCents + amountCents
  return { ...before, receivedCents, status: settledStatus({ ...before, receivedCents }) }
}

const receiptDetails = ({ onDay, amountCents, method, txnNo, voucherNo }: Receipt) => ({
  onDay,
  amountCents,
  method,
  txnNo,
  voucherNo,
})
