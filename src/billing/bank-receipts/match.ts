import { nameKey } from '#kit/fields.ts'
import { sum } from '#kit/money.ts'
import type { Reason, Suggestion } from './contract.ts'

/** An issued bill that is not fully paid. */
export interface OpenBill {
  id: number
  code: string
  customerId: number
  customerName: string
  /** Name of the store, or of the customer for a bill without a store. */
  name: string
  month: string
  owedCents: number
  /** Name keys of payers who have paid this customer's bills before. */
  paidBy: readonly string[]
}

interface IncomingPayment {
  leftCents: number
  payer: string
  memo: string
}

const MAX_SUGGESTIONS = 3
/** Maximum number of bills for the search of a subset with the right sum; the search is exponential. */
const MAX_SUBSET_BILLS = 12

/**
 * Suggests bills for a payment, best first. In order: bills whose number is in the text; bills of the customer who is
 * named or has been paid for by this payer, preferring one bill or several bills with exactly this amount, else the
 * oldest; if nothing else matches, a single bill of this amount. If a known customer owes less than the payment, all
 * open bills (`over`). `bills` must be sorted by due date.
 */
export function suggestionsFor(row: IncomingPayment, bills: readonly OpenBill[]): Suggestion[] {
  const text = `${row.payer} ${row.memo}`.normalize('NFKC').toUpperCase()
  const named = bills.filter(({ code }) => text.includes(code))
  const groups = [...Map.groupBy(bills, ({ customerId }) => customerId).values()]
  const found = groups.flatMap((customerBills) => {
    const numbered = customerBills.filter((bill) => named.includes(bill))
    const first = customerBills[0]
    if (!first) return []
    const payerReasons = reasonsOfPayer(row.payer, first)
    if (numbered.length > 0) return suggestByNumber(row.leftCents, numbered, customerBills, payerReasons)
    return payerReasons.length > 0 ? suggestByCustomer(row.leftCents, customerBills, payerReasons) : []
  })
  const fits = found.some(({ reasons }) => !reasons.includes('over'))
  const others = named.length > 0 || fits ? [] : suggestByAmount(row.leftCents, bills)
  return [...found, ...others].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_SUGGESTIONS)
}

const WEIGHT: Record<Reason, number> = { number: 16, name: 8, payer: 4, amount: 2, sum: 1, over: 0 }

const weightOf = ({ reasons }: Suggestion) => sum(reasons.map((reason) => WEIGHT[reason]))

/** How the payer identifies the customer; empty if it does not. */
function reasonsOfPayer(payer: string, { customerName, paidBy }: OpenBill): Reason[] {
  const key = nameKey(payer)
  if (key === '') return []
  if (key === nameKey(customerName)) return ['name']
  return paidBy.includes(key) ? ['payer'] : []
}

/** Fills the bills named in the text first, then the customer's other bills. */
function suggestByNumber(
  left: number,
  numbered: OpenBill[],
  customerBills: OpenBill[],
  payerReasons: Reason[],
): Suggestion[] {
  const owed = sum(numbered.map(({ owedCents }) => owedCents))
  const fits: Reason[] = owed === left ? [numbered.length > 1 ? 'sum' : 'amount'] : []
  const rest = customerBills.filter((bill) => !numbered.includes(bill))
  return allocateToBills(left, [...numbered, ...rest], ['number', ...payerReasons, ...fits])
}

function suggestByCustomer(left: number, customerBills: OpenBill[], payerReasons: Reason[]): Suggestion[] {
  const exact = customerBills.find(({ owedCents }) => owedCents === left)
  if (exact) return allocateToBills(left, [exact], [...payerReasons, 'amount'])
  const several = findExactSubset(left, customerBills.slice(0, MAX_SUBSET_BILLS))
  return several
    ? allocateToBills(left, several, [...payerReasons, 'sum'])
    : allocateToBills(left, customerBills, payerReasons)
}

/** Returns bills that add up to the amount, preferring those due first; undefined if there are none. */
function findExactSubset(left: number, pool: readonly OpenBill[]): OpenBill[] | undefined {
  if (left === 0) return []
  for (const [at, bill] of pool.entries()) {
    const rest =
      bill.owedCents <= left ? findExactSubset(left - bill.owedCents, pool.slice(at + 1)) : undefined
    if (rest) return [bill, ...rest]
  }
  return undefined
}

/** Suggests a bill by its amount alone, if exactly one bill has it. */
function suggestByAmount(left: number, bills: readonly OpenBill[]): Suggestion[] {
  const exact = bills.filter(({ owedCents }) => owedCents === left)
  return exact.length === 1 ? allocateToBills(left, exact, ['amount']) : []
}

/** Splits an amount over bills in their order; adds the reason `over` if the bills owe less than the amount. */
function allocateToBills(left: number, pool: readonly OpenBill[], reasons: Reason[]): Suggestion[] {
  const parts: Suggestion['parts'] = []
  let rest = left
  for (const { id, code, name, month, owedCents } of pool) {
    if (rest === 0) break
    const amountCents = Math.min(owedCents, rest)
    parts.push({ billId: id, code, name, month, owedCents, amountCents })
    rest -= amountCents
  }
  const [first] = pool
  if (!first) return []
  const { customerId, customerName } = first
  return [{ customerId, customerName, reasons: rest > 0 ? [...reasons, 'over'] : reasons, parts }]
}
