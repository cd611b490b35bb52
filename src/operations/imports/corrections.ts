import type { Database } from '#db/connect.ts'
import { AppError, invalidField, notFound } from '#kit/errors.ts'
import {
  endCorrections,
  type FigureTarget,
  findActDays,
  findDay,
  insertCorrections,
  type NewCorrection,
  replaceCorrections,
} from './correctionQueries.ts'
import { cellsOf, liftCellCorrections, lockStores, settle } from './settlingQueries.ts'

/** Figures by column name; null means "not given". */
type ColumnValues = Record<string, number | null>

/** A correction that a user makes. */
export interface CorrectionInput extends FigureTarget {
  companyCode: string
  /** The new figures by column name. */
  changes: ColumnValues
  /** The figures that the user saw, for the same columns. */
  expected: ColumnValues
  reason: string
  questionId: number | null
  staffId: number
  at: Date
}

/** Parts that cannot exceed their whole: part, whole, error message. */
const PARTS = [
  ['unreplied', 'consult_users', '未回复人数不能多于咨询人数，请核对。'],
  ['within_3min', 'within_3min_base', '3 分钟内回复的不能多于应回复的，请核对。'],
] as const

/**
 * Returns the columns that change, including derived ones: if `unreplied` is given, `replied` is the number of buyers
 * who asked, less the unreplied. Throws INVALID if nothing changes, or a part exceeds its whole.
 */
export function changesOf(now: ColumnValues, changes: ColumnValues): ColumnValues {
  const after = { ...now, ...changes }
  for (const [part, whole, sentence] of PARTS) {
    const [some, all] = [after[part], after[whole]]
    if (some != null && all != null && some > all) throw invalidField('changes', sentence)
  }
  const consulted = after.consult_users ?? after.consult_sessions ?? null
  const derived: ColumnValues =
    after.unreplied == null || consulted === null
      ? {}
      : { replied: consulted - after.unreplied, reply_base: consulted }
  const changed = Object.entries({ ...derived, ...changes }).filter(
    ([column, value]) => value !== (now[column] ?? null),
  )
  if (changed.length === 0) throw invalidField('changes', '没有改动任何数字，请填写正确的数。')
  return Object.fromEntries(changed)
}

/** Throws STALE if the figures are no longer those that the user saw. */
function assertUnchanged(now: ColumnValues, expected: ColumnValues): void {
  if (Object.entries(expected).every(([column, value]) => value === (now[column] ?? null))) return
  throw new AppError('STALE', '这一天的数刚刚变过，您的更正没有保存。请核对现在的数后再提交。')
}

/** Saves a correction and updates all dependent figures. Throws STALE, INVALID, and NOT_FOUND for an unknown nick. */
export async function correctFigures(db: Database, corrected: CorrectionInput) {
  const { storeId, on, nick, staffId, at } = corrected
  await lockStores(db, [storeId])
  const now = await findDay(db, corrected)
  if (!now && nick !== null) throw notFound('这条客服数据')
  assertUnchanged(now ?? {}, corrected.expected)
  const changed = changesOf(now ?? {}, corrected.changes)
  const cells = cellsOf([{ storeId, on }])
  await liftCellCorrections(db, cells)
  const base = (await findDay(db, corrected)) ?? {}
  await replaceCorrections(db, corrected, Object.keys(changed), { staffId, at })
  const corrections = Object.entries(changed)
    .map(([measure, newValue]): NewCorrection => ({ measure, oldValue: base[measure] ?? null, newValue }))
    // The figure is back at the files' value, so no correction is needed.
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
  const { changes: _, expected: __, ...act } = corrected
  const actId = await insertCorrections(db, act, corrections)
  await settle(db, cells, { batchId: null, at, why: 'corrected' })
  const changes = Object.fromEntries(
    Object.entries(changed).map(([column, value]) => [column, [now?.[column] ?? null, value] as const]),
  )
  return { actId, changes }
}

/** Ends the active corrections of an act and restores the figures. */
export async function endCorrectionAct(
  db: Database,
  act: { actId: number; staffId: number; at: Date },
): Promise<void> {
  const days = await findActDays(db, act.actId)
  await lockStores(db, [...new Set(days.map(({ storeId }) => storeId))])
  const cells = cellsOf(days)
  await liftCellCorrections(db, cells)
  await endCorrections(db, act)
  await settle(db, cells, { batchId: null, at: act.at, why: 'revoked' })
}
