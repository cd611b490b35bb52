import type * as z from 'zod'
import { assertNotFuture } from '#billing/receivables/rules.ts'
import type { Database } from '#db/connect.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type BridgeItem, type DepositItem, type Gap, type RollItem, receivableTies } from './contract.ts'
import { findChargeable, findSnapshotTies, readTieFacts } from './queries.ts'
import { findTieGaps, type Ties } from './rules.ts'

type Query = z.output<(typeof receivableTies)['roll']['input']>

/** Accounts of a company's month: from the closing snapshot if there is one, else current ones with gaps. */
async function readCompany(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<{ ties: Ties; gaps: Gap[]; isSnapshot: boolean }> {
  const snapshot = await findSnapshotTies(db, of)
  if (snapshot) return { ties: snapshot, gaps: [], isSnapshot: true }
  const facts = await readTieFacts(db, of)
  const gaps = findTieGaps(facts).map((gap) => ({ ...gap, companyCode: of.companyCode }))
  return { ties: facts.ties, gaps, isSnapshot: false }
}

/** Rows of all requested companies in the actor's scope. */
async function readAll<R>(
  { db, actor, clock }: Context,
  { month: requestedMonth, companyCode }: Pick<Query, 'month' | 'companyCode'>,
  rowsOf: (ties: Ties, companyCode: string) => R[],
) {
  assertCompanyFilter(actor, companyCode)
  const now = today(clock)
  const month = requestedMonth ?? monthOf(now)
  assertNotFuture('month', `${month}-01`, now)
  const found = { rows: [] as R[], gaps: [] as Gap[], all: [] as Ties[], kept: true }
  for (const code of await findChargeable(db, actor, companyCode)) {
    const { ties, gaps, isSnapshot: kept } = await readCompany(db, { companyCode: code, month })
    found.rows.push(...rowsOf(ties, code))
    found.gaps.push(...gaps)
    found.all.push(ties)
    found.kept = found.kept && kept
  }
  return { month, ...found }
}

const toCustomer = ({
  customerId: id,
  customerName: name,
}: {
  customerId: number
  customerName: string
}) => ({
  id,
  name,
})

/** 应收 and 预收 of each customer that has one of them. */
function toRollItems({ roll, advances }: Ties, companyCode: string): RollItem[] {
  const owing = new Map(roll.map((row) => [row.customerId, row]))
  const advanced = new Map(advances.map((row) => [row.customerId, row]))
  return [...new Map([...owing, ...advanced].map(([id, row]) => [id, toCustomer(row)])).values()].map(
    (who) => {
      const [row, advance] = [owing.get(who.id), advanced.get(who.id)]
      const closing = row?.closingCents ?? 0
      return {
        ...who,
        companyCode,
        openingCents: row?.openingCents ?? 0,
        billedCents: row?.billedCents ?? 0,
        receivedCents: row?.receivedCents ?? 0,
        byDepositCents: row?.byDepositCents ?? 0,
        reducedCents: row?.reducedCents ?? 0,
        closingCents: Math.max(0, closing),
        creditCents: Math.min(0, closing),
        advanceOpeningCents: advance?.openingCents ?? 0,
        advanceInCents: advance?.inCents ?? 0,
        advanceUsedCents: advance?.usedCents ?? 0,
        advanceClosingCents: advance?.closingCents ?? 0,
      }
    },
  )
}

const toBridgeItems = ({ bridge }: Ties, companyCode: string): BridgeItem[] =>
  bridge.map(({ customerId, customerName, voidedCents, billedCents, ...figures }) => ({
    ...toCustomer({ customerId, customerName }),
    companyCode,
    ...figures,
    billedCents: billedCents - voidedCents,
  }))

const toDepositItems = ({ deposits }: Ties, companyCode: string): DepositItem[] =>
  deposits.map(({ customerId, customerName, ...figures }) => ({
    ...toCustomer({ customerId, customerName }),
    companyCode,
    ...figures,
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

const ROLL_FIGURES = [
  ...(['openingCents', 'billedCents', 'receivedCents', 'byDepositCents', 'reducedCents'] as const),
  ...(['closingCents', 'creditCents', 'advanceOpeningCents', 'advanceInCents'] as const),
  ...(['advanceUsedCents', 'advanceClosingCents'] as const),
]
const BRIDGE_FIGURES = [
  ...(['revenueCents', 'unbilledBeforeCents', 'unbilledAfterCents'] as const),
  ...(['aheadBeforeCents', 'aheadAfterCents', 'billedCents'] as const),
]
const DEPOSIT_FIGURES = [
  'openingCents',
  'receivedCents',
  'refundedCents',
  'usedCents',
  'closingCents',
] as const

export const receivableTiesServer = serve(receivableTies, {
  roll: async (context, query) => {
    const { rows, all, ...head } = await readAll(context, query, toRollItems)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, ROLL_FIGURES), money: moneyOf(all) }
  },
  bridge: async (context, query) => {
    const { rows, all: _all, ...head } = await readAll(context, query, toBridgeItems)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, BRIDGE_FIGURES) }
  },
  deposits: async (context, query) => {
    const { rows, all: _all, ...head } = await readAll(context, query, toDepositItems)
    const { found, ...paged } = pageOfRows(rows, query)
    return { ...paged, ...head, sums: sumsOf(found, DEPOSIT_FIGURES) }
  },
})

interface PageQuery {
  keyword?: string | undefined
  current: number
  pageSize: number
  sort?: string | undefined
}

/**
 * Filters rows by name, sorts by the requested figure (default: id) and cuts a page; `found` has all filtered rows.
 * Done in memory, because the rows of closed months come from JSON snapshots.
 */
function pageOfRows<R extends { id: number; name: string }>(
  rows: readonly R[],
  { keyword, current, pageSize, sort = 'id' }: PageQuery,
): { found: R[]; items: R[]; total: number } {
  const word = keyword?.toLowerCase()
  const found = rows.filter(({ name }) => word === undefined || name.toLowerCase().includes(word))
  const field = sort.replace(/^-/, '') as keyof R
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (current - 1) * pageSize
  const items = found
    .toSorted((a, b) => direction * (Number(a[field]) - Number(b[field]) || a.id - b.id))
    .slice(from, from + pageSize)
  return { found, items, total: found.length }
}

/** Sums of the figures over the rows. */
function sumsOf<K extends string>(
  rows: readonly Record<K, number>[],
  figures: readonly K[],
): Record<K, number> {
  const sums = figures.map((figure) => [figure, sum(rows.map((row) => row[figure]))])
  return Object.fromEntries(sums) as Record<K, number>
}
