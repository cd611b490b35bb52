import { nameKey } from '#kit/fields.ts'
import { sum } from '#kit/money.ts'
import type { Reason, Suggestion } from './contract.ts'

/** A bill for which money may come in. */
export interface OpenBill {
  id: number
  code: string
  customerId: number
  customerName: string
  /** Of a store, or of the customer as a whole. */
  name: string
  month: string
  owedCents: number
  /** Whether the customer has paid by this payer before. */
  paidBy: readonly string[]
}

interface Incoming {
  leftCents: number
  payer: string
  memo: string
}

const MOST_SUGGESTIONS = 3
/** So many bills are tried in all ways that they can be added. */
const MOST_SUMMED = 12

/**
 * The bills that money could be for, the likeliest first: those whose number the text names; those of the customer who
 * is named, or paid by this payer before, where one or some of them come to the amount, else the oldest first; and, where
 * nothing else tells, a single bill of this amount. Where a customer who is known owes less than came in, all that is
 * owed. `bills` are in the order in which they are due.
 */
export function suggestionsFor(row: Incoming, bills: readonly OpenBill[]): Suggestion[] {
  const text = `${row.payer} ${row.memo}`.normalize('NFKC').toUpperCase()
  const named = bills.filter(({ code }) => text.includes(code))
  const groups = [...Map.groupBy(bills, ({ customerId }) => customerId).values()]
  const found = groups.flatMap((own) => {
    const numbered = own.filter((bill) => named.includes(bill))
    const first = own[0]
    if (!first) return []
    const known = knownBy(row.payer, first)
    if (numbered.length > 0) return ofNumbers(row.leftCents, numbered, own, known)
    return known.length > 0 ? ofCustomer(row.leftCents, own, known) : []
  })
  const fits = found.some(({ reasons }) => !reasons.includes('over'))
  const others = named.length > 0 || fits ? [] : ofAmount(row.leftCents, bills)
  return [...found, ...others].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_SUGGESTIONS)
}

const WEIGHT: Record<Reason, number> = { number: 16, name: 8, payer: 4, amount: 2, sum: 1, over: 0 }

const weightOf = ({ reasons }: Suggestion) => sum(reasons.map((reason) => WEIGHT[reason]))

/** By what the payer tells the customer. */
function knownBy(payer: string, { customerName, paidBy }: OpenBill): Reason[] {
  const key = nameKey(payer)
  if (key === '') return []
  if (key === nameKey(customerName)) return ['name']
  return paidBy.includes(key) ? ['payer'] : []
}

/** Bills whose number is named come first, then the customer's others. */
function ofNumbers(left: number, numbered: OpenBill[], own: OpenBill[], known: Reason[]): Suggestion[] {
  const owed = sum(numbered.map(({ owedCents }) => owedCents))
  const fits: Reason[] = owed === left ? [numbered.length > 1 ? 'sum' : 'amount'] : []
  const rest = own.filter((bill) => !numbered.includes(bill))
  return filled(left, [...numbered, ...rest], ['number', ...known, ...fits])
}

function ofCustomer(left: number, own: OpenBill[], known: Reason[]): Suggestion[] {
  const exact = own.find(({ owedCents }) => owedCents === left)
  if (exact) return filled(left, [exact], [...known, 'amount'])
  const several = exactly(left, own.slice(0, MOST_SUMMED))
  return several ? filled(left, several, [...known, 'sum']) : filled(left, own, known)
}

/** Bills that come to an amount, those that are due first before others; undefined where none do. */
function exactly(left: number, pool: readonly OpenBill[]): OpenBill[] | undefined {
  if (left === 0) return []
  for (const [at, bill] of pool.entries()) {
    const rest = bill.owedCents <= left ? exactly(left - bill.owedCents, pool.slice(at + 1)) : undefined
    if (rest) return [bill, ...rest]
  }
  return undefined
}

/** Where only one bill has this amount, it may be meant. */
function ofAmount(left: number, bills: readonly OpenBill[]): Suggestion[] {
  const exact = bills.filter(({ owedCents }) => owedCents === left)
  return exact.length === 1 ? filled(left, exact, ['amount']) : []
}

/** Splits an amount over bills in their order; where they owe less than it is, that is a reason to look twice. */
function filled(left: number, pool: readonly OpenBill[], reasons: Reason[]): Suggestion[] {
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
