import type * as z from 'zod'
import { readTies } from '#billing/receivables/ties/queries.ts'
import type { Ties } from '#billing/receivables/ties/rules.ts'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import { type CompanyMonth, findSnapshot } from './closingQueries.ts'
import type { MonthPart, MonthSums, PartKind } from './contract.ts'
import type { monthClosing } from './contractClosing.ts'
import type { LiveResult } from './liveResult.ts'
import { resultOfMonth } from './result.ts'
import { salaryName } from './rules.ts'

type Differences = z.output<typeof monthClosing.differences.output>
type Difference = Differences['items'][number]

/** Names of the figures; translated when shown. */
const SUM_NAMES: Record<keyof MonthSums, string> = {
  serviceCents: '服务费',
  commissionCents: '提成',
  overageCents: '超量',
  otherIncomeCents: '临时与增值',
  adjustmentCents: '退款与调整',
  revenueCents: '应计收入',
  netOfTaxCents: '其中不含税',
  cashCents: '现金收款',
  storeSalaryCents: '店铺工资',
  agentCommissionCents: '客服提成',
  taggedClaimCents: '店铺和客户报销',
  badDebtCents: '坏账',
  grossCents: '毛利',
  commonClaimCents: '公共报销',
  otherSalaryCents: '其他工资',
  manualCents: '手工项',
  netCents: '净利',
}

type PartFigure =
  | 'revenueCents'
  | 'salaryCents'
  | 'commissionCents'
  | 'claimCents'
  | 'badDebtCents'
  | 'grossCents'

const partFigureNames = (part: PartKind): Record<PartFigure, string> => ({
  revenueCents: '应计收入',
  salaryCents: salaryName(part),
  commissionCents: '客服提成',
  claimCents: '店铺和客户报销',
  badDebtCents: '坏账',
  grossCents: '毛利',
})

const PARTS: readonly PartKind[] = ['store', 'customer', 'agent']

/** Differences between the latest snapshot of a month and current data. Throws NOT_FOUND if it was never closed. */
export async function snapshotDifferences(db: Database, of: CompanyMonth): Promise<Differences> {
  const snapshot = await findSnapshot(db, of)
  if (!snapshot) throw notFound('快照')
  const items = compare(snapshot.content, await resultOfMonth(db, of))
  const { ties } = snapshot.content
  return {
    snapshotNo: snapshot.no,
    items: ties ? [...items, ...compareTies(ties, await readTies(db, of))] : items,
  }
}

const TIE_NAMES = {
  owedCents: '期末应收',
  advanceCents: '期末预收',
  heldCents: '期末押金',
  unbilledCents: '未出账收入',
  aheadCents: '已出账未到期',
}

/** Closing balances of the accounts of a month, as totals. */
function closingBalances({ roll, advances, deposits, bridge }: Ties): Record<keyof typeof TIE_NAMES, number> {
  const closing = (rows: readonly { closingCents: number }[]) =>
    sum(rows.map(({ closingCents }) => closingCents))
  return {
    owedCents: closing(roll),
    advanceCents: closing(advances),
    heldCents: closing(deposits),
    unbilledCents: sum(bridge.map(({ unbilledAfterCents }) => unbilledAfterCents)),
    aheadCents: sum(bridge.map(({ aheadAfterCents }) => aheadAfterCents)),
  }
}

/** Closing balances that differ from those in the snapshot. */
export function compareTies(before: Ties, now: Ties): Difference[] {
  return changedFigures(TIE_NAMES, closingBalances(before), closingBalances(now)).map((one) => ({
    part: null,
    name: '',
    ...one,
  }))
}

/** Sums and parts that differ between two results: sums first, then part by part. */
export function compare(before: LiveResult, now: LiveResult): Difference[] {
  const sums = changedFigures(SUM_NAMES, before.sums, now.sums).map((one) => ({
    part: null,
    name: '',
    ...one,
  }))
  return [...sums, ...PARTS.flatMap((part) => compareParts(part, before.parts[part], now.parts[part]))]
}

function compareParts(part: PartKind, before: readonly MonthPart[], now: readonly MonthPart[]): Difference[] {
  const [previous, current] = [byId(before), byId(now)]
  return [...new Set([...previous.keys(), ...current.keys()])].flatMap((id) => {
    const name = current.get(id)?.name ?? previous.get(id)?.name ?? ''
    return changedFigures(partFigureNames(part), previous.get(id), current.get(id)).map((one) => ({
      part,
      name,
      ...one,
    }))
  })
}

const byId = (parts: readonly MonthPart[]) => new Map(parts.map((part) => [part.id, part]))

/** Figures that differ; a missing figure counts as 0. */
function changedFigures<K extends string>(
  names: Record<K, string>,
  before: Partial<Record<K, number>> = {},
  now: Partial<Record<K, number>> = {},
) {
  return Object.entries<string>(names).flatMap(([key, figure]) => {
    const [beforeCents, nowCents] = [before[key as K] ?? 0, now[key as K] ?? 0]
    return beforeCents === nowCents ? [] : [{ figure, beforeCents, nowCents }]
  })
}
