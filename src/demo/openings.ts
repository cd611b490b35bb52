import { openingKindNames } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import { addDays } from '#kit/calendar.ts'
import { type BillState, type DemoBill, manualLine } from './billStates.ts'
import { random } from './random.ts'

/** One of this many customers had a debt when the books began, and one of this many a deposit. */
const OWED_BY = 6
const HELD_OF = 9
const TERM = 15

/** Opening debts and deposits before the first month. Part of the debts has been paid since, some only in part. */
export async function openingsOf(db: Database, month: string): Promise<DemoBill[]> {
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'companyCode'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return customers.flatMap((customer) => [
    ...(customer.id % OWED_BY === 1 ? [owed(customer, month)] : []),
    ...(customer.id % HELD_OF === 2 ? [held(customer, month)] : []),
  ])
}

interface CustomerRef {
  id: number
  companyCode: string
}

function opening(
  { id, companyCode }: CustomerRef,
  month: string,
  kind: 'opening' | 'deposit',
  cents: number,
) {
  return {
    companyCode,
    customerId: id,
    storeId: null,
    month,
    keyed: true,
    relatesTo: null,
    code: null,
    earlierNo: `FP-${month.slice(2, 4)}${String(1_000 + id)}`,
    draft: {
      kind,
      missing: [],
      totalCents: cents,
      proposalId: null,
      lines: [manualLine(openingKindNames[kind], cents, 0)],
    },
  }
}

function owed(customer: CustomerRef, month: string): DemoBill {
  const chance = random(`opening ${customer.id}`)
  const cents = chance.between(8, 60) * 10_000
  const issuedOn = `${month}-${String(chance.between(3, 25)).padStart(2, '0')}`
  const dueOn = addDays(issuedOn, TERM)
  const paidOn = addDays(dueOn, chance.between(20, 60))
  const luck = chance.between(0, 9)
  const paid = luck < 5 ? cents : luck < 7 ? cents / 2 : 0
  const state: BillState = {
    status: paid === cents ? 'paid' : paid > 0 ? 'partial' : 'open',
    issuedOn,
    dueOn,
    reason: null,
    receipts: paid > 0 ? [{ onDay: paidOn, amountCents: paid, method: 'bank' }] : [],
  }
  return { ...opening(customer, month, 'opening', cents), ...state }
}

function held(customer: CustomerRef, month: string): DemoBill {
  const cents = random(`held ${customer.id}`).between(2, 8) * 100_000
  const issuedOn = `${month}-28`
  return {
    ...opening(customer, month, 'deposit', cents),
    status: 'paid',
    issuedOn,
    dueOn: issuedOn,
    reason: null,
    receipts: [{ onDay: issuedOn, amountCents: cents, method: 'opening' }],
  }
}
