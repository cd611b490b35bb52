import type * as z from 'zod'
import { assertCome } from '#billing/receivables/rules.ts'
import type { Database } from '#db/connect.ts'
import { monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { BridgeItem, DepositItem, Gap, RollItem } from './contract.ts'
import { receivableTies } from './contract.ts'
import { pageOfRows, sumsOf } from './pages.ts'
import { findChargeable, findKeptTies, readTieFacts } from './queries.ts'
import type { Ties } from './rules.ts'
import { differencesOf } from './rules.ts'

type Query = z.output<(typeof receivableTies)['roll']['input']>

/** Accounts of a company's month: from the closing snapshot if there is one, else current ones with gaps. */
async function readCompany(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<{ ties: Ties; gaps: Gap[]; kept: boolean }> {
  const kept = await findKeptTies(db, of)
  if (kept) return { ties: kept, gaps: [], kept: true }
  const facts = await readTieFacts(db, of)
  const gaps = differencesOf(facts).map((gap) => ({ ...gap, companyCode: of.companyCode }))
  return { ties: facts.ties, gaps, kept: false }
}

/** Rows of all requested companies in the actor's scope. */
async function readAll<R>(
  { db, actor, clock }: Context,
  { month: asked, companyCode }: Pick<Query, 'month' | 'companyCode'>,
  rowsOf: (ties: Ties, companyCode: string) => R[],
) {
  assertCompanyFilter(actor, companyCode)
  const now = today(clock)
  const month = asked ?? monthOf(now)
  assertCome('month', `${month}-01`, now)
  const found = { rows: [] as R[], gaps: [] as Gap[], all: [] as Ties[], kept: true }
  for (const code of await findChargeable(db, actor, companyCode)) {
    const { ties, gaps, kept } = await readCompany(db, { companyCode: code, month })
    found.rows.push(...rowsOf(ties, code))
    found.gaps.push(...gaps)
    found.all.push(ties)
    found.kept = found.kept && kept
  }
  return { month, ...found }
}

const named = ({ customerId: id, customerName: name }: { customerId: number; customerName: string }) => ({
  id,
  name,
})

/** 应收 and 预收 of each customer that has one of them. */
function rollOf({ roll, advances }: Ties, companyCode: string): RollItem[] {
  const owing = new Map(roll.map((row) => [row.customerId, row]))
  const advanced = new Map(advances.map((row) => [row.customerId, row]))
  return [...new Map([...owing, ...advanced].map(([id, row]) => [id, named(row)])).values()].map((who) => {
    const [row, advance] = [owing.get(who.id), advanced.get(who.id)]
    const closing = row?.closingCents ?? 0
    return {
      ...{ ...who, companyCode, openingCents: row?.openingCents ?? 0, billedCents: row?.billedCents ?? 0 },
      ...{ receivedCents: row?.receivedCents ?? 0, byDepositCents: row?.byDepositCents ?? 0 },
      reducedCents: row?.reducedCents ?? 0,
      ...{ closingCents: Math.max(0, closing), creditCents: Math.min(0, closing) },
      ...{ advanceOpeningCents: advance?.openingCents ?? 0, advanceInCents: advance?.inCents ?? 0 },
      ...{ advanceUsedCents: advance?.usedCents ?? 0, advanceClosingCents: advance?.closingCents ?? 0 },
    }
  })
}

const bridgeOf = ({ bridge }: Ties, companyCode: string): BridgeItem[] =>
  bridge.map(({ customerId, customerName, voidedCents, billedCents, ...figures }) => ({
    ...{ ...named({ customerId, customerName }), companyCode, ...figures },
    billedCents: billedCents - voidedCents,
  }))

const depositsOf = ({ deposits }: Ties, companyCode: string): DepositItem[] =>
  deposits.map(({ customerId, customerName, ...figures }) => ({
    ...{ ...named({ customerId, customerName }), companyCode, ...figures },
  }))

/** Payments by method, summed over companies. */
function moneyOf(all: readonly Ties[]) {
  const byMethod = Map.groupBy(
    all.flatMap(({ money }) => money),
    ({ method }) => method,
  )
  return [...byMethod].map(([method, rows]) => ({
    method: method as 'bank',
    cents: rows.reduce((total, { cents }) => total + cents, 0),
  }))
}

const ROLL = [
  ...(['openingCents', 'billedCents', 'receivedCents', 'byDepositCents', 'reducedCents'] as const),
  ...(['closingCents', 'creditCents', 'advanceOpeningCents', 'advanceInCents'] as const),
  ...(['advanceUsedCents', 'advanceClosingCents'] as const),
]
const BRIDGE = [
  ...(['revenueCents', 'unbilledBeforeCents', 'unbilledAfterCents'] as const),
  ...(['aheadBeforeCents', 'aheadAfterCents', 'billedCents'] as const),
]
const DEPOSITS = ['openingCents', 'receivedCents', 'refundedCents', 'usedCents', 'closingCents'] as const

export const receivableTiesServer = serve(receivableTies, {
  roll: async (context, query) => {
    const { rows, all, ...head } = await readAll(context, query, rollOf)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, ROLL), money: moneyOf(all) }
  },
  bridge: async (context, query) => {
    const { rows, all: _all, ...head } = await readAll(context, query, bridgeOf)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, BRIDGE) }
  },
  deposits: async (context, query) => {
    const { rows, all: _all, ...head } = await readAll(context, query, depositsOf)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, DEPOSITS) }
  },
})
