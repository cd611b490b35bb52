import type { Changes } from '#kit/audit.ts'
import { AppError, refusal } from '#kit/errors.ts'
import type { Sentence } from '#kit/text.ts'
import { MergeField as Fields, type MergeField, type MovedKind } from './contract.ts'

export const UNDO_DAYS = 30

const DAY_MS = 86_400_000

export const movedNames: Record<MovedKind, string> = {
  stores: '店铺',
  notes: '备注',
  followUps: '跟进',
  churnRecords: '流失记录',
  bills: '账单',
  warnings: '未了结的预警',
  thresholds: '单独的预警界限',
  questions: '数据疑问',
  claimItems: '报销明细',
}

export type MergeFacts = Record<MergeField, unknown>

/** The fields in which two customers differ, in the order of the form. */
export function differing(a: MergeFacts, b: MergeFacts): MergeField[] {
  return Fields.options.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

/** The fields to take over from the other customer, as far as the two differ. */
export function fieldsToTakeOver<F extends MergeFacts>(
  kept: F,
  other: F,
  take: readonly MergeField[],
): Partial<F> {
  const fields = differing(kept, other).filter((field) => take.includes(field))
  return Object.fromEntries(fields.map((field) => [field, other[field]])) as Partial<F>
}

export interface Mergeable {
  id: number
  companyCode: string
  status: string
}

/** Why the customers cannot be merged; null if they can. */
export function mergeRefusal(kept: Mergeable, other: Mergeable & { hasOpenChurn: boolean }): Sentence | null {
  if (kept.id === other.id) return { sentence: '请选择另一位客户来合并。' }
  if (kept.companyCode !== other.companyCode) return { sentence: '两位客户不在同一家公司，不能合并。' }
  if (kept.status === 'churned' || other.status === 'churned') {
    return { sentence: '已流失的客户不能合并；如果又合作了，请先在流失记录里召回。' }
  }
  if (other.hasOpenChurn) return { sentence: '要并入的客户还在挽留中，请先了结它的流失记录，再合并。' }
  return null
}

/** Throws WRONG_STATE if the customers cannot be merged. */
export function assertMergeable(kept: Mergeable, other: Mergeable & { hasOpenChurn: boolean }): void {
  const problem = mergeRefusal(kept, other)
  if (problem) throw refusal('WRONG_STATE', problem)
}

/** The time until which a merge can be undone. */
export function undoableUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + UNDO_DAYS * DAY_MS)
}

/** Throws WRONG_STATE if the merge was already undone, or after 30 days. */
export function assertUndoable(merge: { mergedAt: Date; undoneAt: Date | null }, now: Date): void {
  if (merge.undoneAt) throw new AppError('WRONG_STATE', '这次合并已经撤销过了。')
  if (now > undoableUntil(merge.mergedAt)) {
    throw new AppError('WRONG_STATE', '合并已超过 {n} 天，不能再撤销。', { values: { n: UNDO_DAYS } })
  }
}

/** The fields of the kept customer that changed again after the merge changed them. */
export function changedSince(changes: Changes, now: Record<string, unknown>): string[] {
  return Object.entries(changes)
    .filter(([field, [, after]]) => JSON.stringify(now[field] ?? null) !== JSON.stringify(after ?? null))
    .map(([field]) => field)
}

/** A row that changed since a merge and prevents the undo. */
export interface ChangedRow {
  kind: MovedKind | 'customer'
  id: number
  name: string
}

/** Throws CONFLICT with the changed rows, if there are any. */
export function assertUnchanged(changed: readonly ChangedRow[]): void {
  if (changed.length === 0) return
  throw new AppError('CONFLICT', '合并之后有 {n} 项又改过，不能撤销：{names}。请逐项核对后手工处理。', {
    values: { n: changed.length, names: changed.map(({ name }) => name) },
    data: { changed },
  })
}

/**
 * Throws CONFLICT with the bills that one customer's deposit paid for the other: an undo would overdraw the deposit.
 */
export function assertDepositsHold(bills: readonly { id: number; name: string }[]): void {
  if (bills.length === 0) return
  const names = bills.map(({ name }) => name)
  throw new AppError(
    'CONFLICT',
    '撤销后有一方的押金会不够：这些账单用了另一方的押金：{names}。请先冲销押金抵扣，再撤销合并。',
    {
      values: { names },
      data: { changed: bills.map((bill): ChangedRow => ({ kind: 'bills', ...bill })) },
    },
  )
}
