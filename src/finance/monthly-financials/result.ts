import type { Database } from '#db/connect.ts'
import { type MonthPayroll, otherPay, payrollOfMonth, storePay, sumsOfPay } from '#finance/payroll/queries.ts'
import { sum } from '#kit/money.ts'
import { type CompanyMonth, findManualLines } from './closingQueries.ts'
import type { MonthPart, MonthSums, PartKind } from './contract.ts'
import type { LiveResult, MonthHead } from './liveResult.ts'
import { divide, grossOfAll, partsByAgent, partsByCustomer, partsByStore } from './parts.ts'
import { findCustomerNames, findMonthStores, findPeople, findServed } from './queries.ts'
import { type RecurringMonth, recurringOf } from './recurring.ts'
import { findMonthEnds, sumRecurring } from './recurringQueries.ts'
import {
  type ResultFacts,
  type RevenueTotal,
  type StoreFacts,
  type SumFacts,
  toRevenueTotal,
} from './resultFacts.ts'
import {
  findBadDebts,
  findClaimed,
  findRevenue,
  findRevenueTotals,
  getDocuments,
  sumRevenue,
} from './resultQueries.ts'
import { ratiosOf, sumsOf } from './resultSums.ts'

/**
 * Calculates a company's month from bills, receipts, claims, salaries and manual lines. The number of statements does
 * not depend on the number of stores.
 */
export async function resultOfMonth(db: Database, of: CompanyMonth): Promise<LiveResult> {
  return (await resultWithPay(db, of)).content
}

/** Like `resultOfMonth`, with everyone's pay, which a closing stores too. */
export async function resultWithPay(
  db: Database,
  of: CompanyMonth,
): Promise<{ content: LiveResult; sheets: MonthPayroll['sheets'] }> {
  const facts = await readFacts(db, of)
  return { content: composeResult(facts, recurringOf(await findMonthEnds(db, of))), sheets: facts.pay.sheets }
}

/** Result of a month without its parts, summed by the database. */
export async function headOfMonth(db: Database, of: CompanyMonth): Promise<MonthHead> {
  const manual = await findManualLines(db, of)
  const facts: SumFacts = {
    revenue: await sumRevenue(db, of),
    claims: await findClaimed(db, of),
    badDebts: await findBadDebts(db, of),
    pay: await sumsOfPay(db, of),
    manualCents: sum(manual.map(({ amountCents }) => amountCents)),
    documents: await getDocuments(db, of),
  }
  return composeHead(facts, await sumRecurring(db, of))
}

/** Revenue and costs by store, customer or agent in a month. */
export async function partsOfMonth(db: Database, of: CompanyMonth, kind: PartKind): Promise<MonthPart[]> {
  const facts = await readStores(db, of, { shares: await storePay(db, of) }, await findRevenueTotals(db, of))
  const divided = divide(facts)
  if (kind === 'store') return partsByStore(facts, divided)
  if (kind === 'customer') return partsByCustomer(facts, divided)
  const pay = { ...facts.pay, others: await otherPay(db, of) }
  return partsByAgent({ pay, ...(await readAgents(db, of, pay)) }, divided)
}

async function readFacts(db: Database, of: CompanyMonth): Promise<ResultFacts & { pay: MonthPayroll }> {
  const pay = await payrollOfMonth(db, of)
  const manual = await findManualLines(db, of)
  const revenue = await findRevenue(db, of)
  const { brought: _brought, ...stores } = await readStores(db, of, pay, revenue.map(toRevenueTotal))
  return {
    ...stores,
    ...(await readAgents(db, of, pay)),
    pay,
    revenue,
    manualCents: sum(manual.map(({ amountCents }) => amountCents)),
    documents: await getDocuments(db, of),
  }
}

async function readStores(
  db: Database,
  of: CompanyMonth,
  pay: StoreFacts['pay'],
  brought: readonly RevenueTotal[],
): Promise<StoreFacts> {
  const claims = await findClaimed(db, of)
  const badDebts = await findBadDebts(db, of)
  const amountRows = [...brought, ...claims, ...badDebts, ...pay.shares]
  const storeIds = new Set(amountRows.map(({ storeId }) => storeId).filter((id) => id !== null))
  const stores = await findMonthStores(db, of, storeIds)
  const names = new Map(stores.map(({ customerId, customerName }) => [customerId, customerName]))
  const customers = [...brought, ...claims, ...badDebts].map(({ customerId }) => customerId)
  const others = new Set(customers.filter((id) => id !== null && !names.has(id)))
  const more = others.size > 0 ? await findCustomerNames(db, [...others] as number[]) : []
  return { brought, claims, badDebts, pay, stores, customerNames: new Map([...names, ...more]) }
}

/** Agents who served the month's stores, and the names of these and of all staff paid by store. */
async function readAgents(db: Database, of: CompanyMonth, pay: StoreFacts['pay']) {
  const served = await findServed(db, of)
  const staffIds = new Set([...served, ...pay.shares].map(({ staffId }) => staffId))
  return { served, people: await findPeople(db, [...staffIds]) }
}

function composeHead(facts: SumFacts, { recurring, ...losses }: RecurringMonth): MonthHead {
  const sums = sumsOf(facts)
  const { billedCustomers, askedCents, receivedCents } = facts.documents
  const counts = { billedCustomers, askedCents, receivedCents, ...losses }
  return { sums, recurring, counts, ratios: ratiosOf(sums, recurring, counts) }
}

/** Calculates the result from the facts. */
export function composeResult(facts: ResultFacts, recurring: RecurringMonth): LiveResult {
  const head = composeHead(facts, recurring)
  const divided = divide({ ...facts, brought: facts.revenue.map(toRevenueTotal) })
  return {
    sums: head.sums,
    recurring: head.recurring,
    counts: head.counts,
    ratios: head.ratios,
    parts: {
      store: partsByStore(facts, divided),
      customer: partsByCustomer(facts, divided),
      agent: partsByAgent(facts, divided),
    },
    identityCents: identityOf(facts, head.sums, grossOfAll(divided)),
  }
}

/**
 * Σ gross of stores (and of customers that keep their amounts) − common costs − net, where the net is calculated from
 * whole documents: totals of bills, approved totals of claims, write-offs, payroll. A line missing from its document's
 * total, a share without a store, and a 分 lost in a division show as a difference.
 */
function identityOf({ documents, pay }: ResultFacts, sums: MonthSums, grossOfParts: number): number {
  const { commonClaimCents, otherSalaryCents, manualCents } = sums
  const fromParts = grossOfParts - commonClaimCents - otherSalaryCents - manualCents
  const paid = sum(pay.shares.map(({ salaryCents, commissionCents }) => salaryCents + commissionCents))
  const lost = documents.claimedCents + documents.badDebtCents
  const fromDocuments = documents.billedCents - paid - lost - otherSalaryCents - manualCents
  return fromParts - fromDocuments
}

/** Result of a month without any records, for months before the books begin. */
export const NO_RESULT: LiveResult = composeResult(
  {
    revenue: [],
    claims: [],
    badDebts: [],
    pay: { shares: [], others: [] },
    manualCents: 0,
    stores: [],
    served: [],
    documents: {
      billedCents: 0,
      claimedCents: 0,
      badDebtCents: 0,
      cashCents: 0,
      askedCents: 0,
      receivedCents: 0,
      billedCustomers: 0,
    },
    customerNames: new Map(),
    people: new Map(),
  },
  recurringOf({ start: [], end: [], servedBefore: new Set() }),
)
