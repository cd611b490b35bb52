import { findFacts, findOpenStops, findStores } from '#billing/customer-bills/monthQueries.ts'
import { priceMonth } from '#billing/customer-bills/price.ts'
import { type Draft, draftsFor } from '#billing/customer-bills/proposal.ts'
import type { Database } from '#db/connect.ts'
import { type Day, dayOf, lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { type DemoBill, depositOf, drawState, refundOf } from './billStates.ts'
import { advance, insertMany } from './bulk.ts'
import { closeBilledStops, issueAll, numberAll } from './issueBills.ts'
import { openingsOf } from './openings.ts'
import { COMPANIES } from './people.ts'

/** Number of past months with bills. */
export const BILLED_MONTHS = 5
/** Number of these months whose missing figures are still listed on the bills; earlier bills are complete. */
const COUNTED_MONTHS = 3

/**
 * Seeds the bills of the last months as the program proposes them, in every state and with receipts. The newest month
 * is half reviewed. Some customers pay a deposit in the first month.
 */
export async function seedBills(db: Database, now: Date): Promise<void> {
  const today = dayOf(now)
  const bills: DemoBill[] = []
  let month = monthOf(today)
  for (let back = 1; back <= BILLED_MONTHS; back += 1) {
    month = monthBefore(month)
    for (const { code: companyCode } of COMPANIES) {
      bills.push(...(await billsOf(db, { companyCode, month, back, today })))
    }
  }
  bills.push(...(await depositsOf(db, month, today)), ...(await openingsOf(db, monthBefore(month))))
  const refund = refundOf(bills, today)
  if (refund) bills.push(refund)
  numberAll(bills)
  await write(db, bills, now)
}

interface BillsInput {
  companyCode: string
  month: string
  /** Number of months before the current one. */
  back: number
  today: Day
}

async function billsOf(db: Database, { companyCode, month, back, today }: BillsInput): Promise<DemoBill[]> {
  const stores = await findStores(db, { companyCode, month })
  const ids = stores.map(({ id }) => id)
  const facts = await findFacts(db, ids, month)
  const stops = Map.groupBy(await findOpenStops(db, ids, month), ({ storeId }) => storeId)
  return stores.flatMap(({ id: storeId, customerId }) => {
    const storeFacts = facts.get(storeId)
    if (!storeFacts) return []
    const none = { bills: [], covering: [] }
    const drafts = draftsFor({ ...none, priced: priceMonth(storeFacts), stops: stops.get(storeId) ?? [] })
    return drafts.map((found: Draft) => {
      const draft = back > COUNTED_MONTHS ? { ...found, missing: [] } : found
      return {
        companyCode,
        customerId,
        storeId,
        month,
        draft,
        ...drawState({ storeId, month, back, today, draft }),
      }
    })
  })
}

async function depositsOf(db: Database, month: string, today: Day): Promise<DemoBill[]> {
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'companyCode'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return customers
    .filter(({ id }) => id % 5 === 0)
    .map(({ id, companyCode }) => depositOf({ customerId: id, companyCode, month, today }))
}

/** Inserts the bills as drafts with their lines, then issues them: lines of issued bills cannot be inserted. */
async function write(db: Database, bills: readonly DemoBill[], now: Date): Promise<void> {
  const writers = await db
    .selectFrom('staff')
    .select(['id', 'companyCode'])
    .where('role', '=', 4)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .execute()
  const writerOf = new Map(writers.map(({ id, companyCode }) => [companyCode, id]))
  const by = (bill: DemoBill) => writerOf.get(bill.companyCode) ?? null
  const rows = bills.map((bill, index) => draftRow(bill, index + 1, by(bill), now))
  await insertMany(db, 'customerBill', rows)
  await insertMany(
    db,
    'customerBillLine',
    bills.flatMap(({ draft }, index) =>
      draft.lines.map((line, at) => ({ label: null, ...line, billId: index + 1, position: at + 1 })),
    ),
  )
  await issueAll(db, bills, by)
  await closeBilledStops(db)
  for (const table of ['customerBill', 'billReceipt'] as const) await advance(db, table)
}

function originOf({ earlierNo, keyed }: DemoBill): string {
  if (earlierNo !== undefined) return 'opening'
  return keyed ? 'keyed' : 'proposed'
}

function draftRow(bill: DemoBill, id: number, by: number | null, now: Date) {
  const { companyCode, customerId, storeId, month, draft, issuedOn, relatesTo } = bill
  const at = issuedOn ? new Date(`${issuedOn}T02:00:00Z`) : now
  return {
    id,
    companyCode,
    customerId,
    storeId,
    kind: draft.kind,
    totalCents: draft.totalCents,
    monthOn: `${month}-01`,
    fromOn: `${month}-01`,
    toOn: lastDayOf(month),
    missing: draft.missing,
    origin: originOf(bill),
    earlierNo: bill.earlierNo ?? null,
    proposalId: draft.proposalId,
    relatesToId: relatesTo === null ? null : relatesTo + 1,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  }
}
