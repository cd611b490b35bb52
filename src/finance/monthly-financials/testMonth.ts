import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { StoreState } from '#db/tables.ts'
import type { ClaimStatus } from '#finance/reimbursement-bills/contract.ts'
import type { Day } from '#kit/calendar.ts'
import type { Caller } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { idsIn } from '#testing/testWorld.ts'

const at = new Date('2026-01-01T02:00:00Z')

interface StoreLife {
  storeId: number
  companyCode?: string
  /** States in order: first day and status. */
  states: [fromOn: Day, status: StoreState['status']][]
  /** Terms in order: first day, price, and salary for serving the store. */
  terms?: [fromOn: Day, pricing: Pricing, storeSalaryCents: number | null][]
}

/** Inserts states and terms of a store. */
export async function insertStoreLife(
  db: Database,
  { storeId, companyCode = '001', states, terms = [] }: StoreLife,
) {
  const row = { companyCode, storeId, createdAt: at }
  await db
    .insertInto('storeState')
    .values(states.map(([fromOn, status]) => ({ ...row, fromOn, status })))
    .execute()
  for (const [fromOn, pricing, storeSalaryCents] of terms) {
    await db
      .insertInto('storeTerms')
      .values({ ...row, fromOn, pricing: JSON.stringify(pricing), storeSalaryCents })
      .execute()
  }
}

interface ItemFacts {
  storeId?: number
  customerId?: number
  approvedCents: number
}

/** Inserts a submitted claim of company 001; each item is approved with ¥1.00 less than requested. */
export async function insertApprovedClaim(
  db: Database,
  month: string,
  status: ClaimStatus,
  items: readonly ItemFacts[],
) {
  const ids = idsIn(db)
  const [staffId, by] = [await ids.staffId('sales'), await ids.staffId('finance')]
  const approvedCents = items.reduce((total, item) => total + item.approvedCents, 0)
  const paid = { paidOn: '2026-05-05', paidAt: at, paidBy: by, voucherNo: 'P1' }
  const bill = await db
    .insertInto('reimbursementBill')
    .values({
      companyCode: '001',
      code: `BX${month}${status}`,
      staffId,
      month,
      title: '四月',
      status,
      totalCents: approvedCents + 100 * items.length,
      submittedAt: at,
      payeeName: '何立',
      ...(status === 'submitted' ? { levels: ['finance'] } : { approvedCents, decidedBy: by, decidedAt: at }),
      ...(status === 'paid' ? paid : {}),
      createdAt: at,
      updatedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = items.map(({ storeId = null, customerId = null, approvedCents: cents }, index) => ({
    billId: bill.id,
    position: index + 1,
    category: 'other' as const,
    onDay: `${month}-09`,
    amountCents: cents + 100,
    approvedCents: status === 'submitted' ? null : cents,
    storeId,
    customerId,
    target: storeId ? ('store' as const) : customerId ? ('customer' as const) : ('common' as const),
  }))
  await db.insertInto('reimbursementItem').values(rows).execute()
}

/** Issues a bill with one line; `paid`: receipts as day, amount and method. */
export async function issuePaidBill(
  who: Caller,
  of: { customerId: number; storeId?: number; month: string; kind: string },
  cents: number,
  ...paid: [onDay: Day, amountCents: number, method: string][]
) {
  const taxRateBp = of.kind === 'deposit' ? 0 : 600
  const bill = await createIssuedBill(who, of.customerId, cents, {
    ...of,
    lines: [{ label: '四月', qty: 1, priceCents: cents, taxRateBp }],
  })
  for (const [onDay, amountCents, method] of paid) {
    const answer = await who.post(`/api/customer-bills/${bill.id}/receipts`, {
      onDay,
      amountCents,
      method,
      beforeIssue: true,
      beforeIssueReason: '预付',
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  return bill
}
