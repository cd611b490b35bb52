import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import type { MonthPart, MonthSums, PartKind } from './contract.ts'
import type { monthClosing } from './contractClosing.ts'
import type { LiveResult } from './liveResult.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { findSnapshot } from './queriesOfClosing.ts'
import { resultOfMonth } from './result.ts'
import { salaryName } from './rules.ts'

type Differences = z.output<typeof monthClosing.differences.output>
type Difference = Differences['items'][number]

/** What the figures are called; translated where they are shown. */
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
  grossCents: '毛利',
  commonClaimCents: '公共报销',
  otherSalaryCents: '其他工资',
  manualCents: '手工项',
  netCents: '净利',
}

type PartFigure = 'revenueCents' | 'salaryCents' | 'commissionCents' | 'claimCents' | 'grossCents'

const partNames = (part: PartKind): Record<PartFigure, string> => ({
  revenueCents: '应计收入',
  salaryCents: salaryName(part),
  commissionCents: '客服提成',
  claimCents: '店铺和客户报销',
  grossCents: '毛利',
})

const PARTS: readonly PartKind[] = ['store', 'customer', 'agent']

/** What of a month is no longer what its newest snapshot says. Throws NOT_FOUND where it was never closed. */
export async function differencesOf(db: Database, of: CompanyMonth): Promise<Differences> {
  const snapshot = await findSnapshot(db, of)
  if (!snapshot) throw notFound('快照')
  return { snapshotNo: snapshot.no, items: compare(snapshot.content, await resultOfMonth(db, of)) }
}

/** The sums and parts that two results tell otherwise: the sums first, then part by part. */
export function compare(before: LiveResult, now: LiveResult): Difference[] {
  const sums = changed(SUM_NAMES, before.sums, now.sums).map((one) => ({ part: null, name: '', ...one }))
  return [...sums, ...PARTS.flatMap((part) => compareParts(part, before.parts[part], now.parts[part]))]
}

function compareParts(part: PartKind, before: readonly MonthPart[], now: readonly MonthPart[]): Difference[] {
  const [old, fresh] = [byId(before), byId(now)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((id) => {
    const name = fresh.get(id)?.name ?? old.get(id)?.name ?? ''
    return changed(partNames(part), old.get(id), fresh.get(id)).map((one) => ({ part, name, ...one }))
  })
}

const byId = (parts: readonly MonthPart[]) => new Map(parts.map((part) => [part.id, part]))

/** The figures that differ; one that is not there is 0. */
function changed<K extends string>(
  names: Record<K, string>,
  before: Partial<Record<K, number>> = {},
  now: Partial<Record<K, number>> = {},
) {
  return Object.entries<string>(names).flatMap(([key, figure]) => {
    const [beforeCents, nowCents] = [before[key as K] ?? 0, now[key as K] ?? 0]
    return beforeCents === nowCents ? [] : [{ figure, beforeCents, nowCents }]
  })
}
