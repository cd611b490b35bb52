import type { AuditLine } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import type { Terms, TermsInput } from './contract.ts'
import type { TermsRow } from './queries.ts'
import { findTerms, insertTerms, replaceTerms, standingTerms } from './queries.ts'

/** A store as its terms need it. */
interface Priced {
  id: number
  companyCode: string
}

type Wanted = Omit<TermsInput, 'fromOn'>

/** What the log keeps of terms. It is a kind of its own: the log of a store is read by role 2 as well. */
function line(action: string, store: Priced, before: object, after: object): AuditLine {
  const changes = changesBetween({ ...before }, { ...after })
  return { action, entity: 'store-terms', recordId: store.id, companyCode: store.companyCode, changes }
}

const told = ({ fromOn, pricing, storeSalaryCents, note }: TermsRow) => ({
  ...{ fromOn, pricing, storeSalaryCents, note },
})

const filled = ({ pricing, storeSalaryCents = null, note = null }: Wanted) => ({
  ...{ pricing, storeSalaryCents, note },
})

/** Terms by day with the span of each and where it stands today. */
export function timeline(rows: readonly TermsRow[], on: Day): Terms[] {
  const standing = rows.filter(({ replacedAt }) => !replacedAt)
  return rows.map((row) => {
    const next = standing.find(({ fromOn }) => fromOn > row.fromOn)
    const toOn = row.replacedAt || !next ? null : addDays(next.fromOn, -1)
    return {
      ...{ id: row.id, ...told(row), toOn, state: stateOf(row, toOn, on) },
      ...{ createdByName: row.createdByName, replacedByName: row.replacedByName },
      ...{ createdAt: row.createdAt.toISOString(), replacedReason: row.replacedReason },
      replacedAt: row.replacedAt?.toISOString() ?? null,
    }
  })
}

function stateOf({ fromOn, replacedAt }: TermsRow, toOn: Day | null, on: Day): Terms['state'] {
  if (replacedAt) return 'replaced'
  if (fromOn > on) return 'planned'
  return toOn !== null && toOn < on ? 'past' : 'current'
}

/**
 * Agrees terms for a store, which is locked. The first may hold from any day; later ones only from a day to come, so
 * that no past day gets another price. Throws INVALID, or CONFLICT where that day has terms already.
 */
export async function addTerms(
  context: Context,
  store: Priced,
  { fromOn, ...wanted }: TermsInput,
): Promise<void> {
  const { db, actor, clock, record } = context
  const standing = (await findTerms(db, store.id)).filter(({ replacedAt }) => !replacedAt)
  if (standing.some((row) => row.fromOn === fromOn && fromOn > today(clock))) {
    throw new AppError('CONFLICT', '已有从 {day} 起的计费方式，请先撤回它。', { params: { day: fromOn } })
  }
  if (standing.length > 0 && fromOn <= today(clock)) {
    throw invalidField('fromOn', '新的计费方式只能从明天或以后生效；登错的请用“更正”。')
  }
  const terms = filled(wanted)
  const { id: storeId, companyCode } = store
  await insertTerms(db, { ...terms, fromOn, storeId, companyCode, createdBy: actor.id, createdAt: clock() })
  record(line('add', store, {}, { fromOn, ...terms }))
}

/** Puts other terms in the place of those that were written wrongly; the old ones stay to be read. */
export async function correctTerms(
  context: Context,
  store: Priced,
  { termsId, reason, ...wanted }: Wanted & { termsId: number; reason: string },
): Promise<void> {
  const { db, actor, clock, record } = context
  const before = standingTerms(await findTerms(db, store.id), termsId)
  const terms = filled(wanted)
  await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason })
  const { id: storeId, companyCode } = store
  const { fromOn } = before
  await insertTerms(db, { ...terms, fromOn, storeId, companyCode, createdBy: actor.id, createdAt: clock() })
  record(line('correct', store, told(before), { fromOn, ...terms, reason }))
}

/** Takes back terms that have not begun; throws WRONG_STATE where they have. */
export async function withdrawTerms(
  context: Context,
  store: Priced,
  termsId: number,
  reason: string,
): Promise<void> {
  const { db, actor, clock, record } = context
  const before = standingTerms(await findTerms(db, store.id), termsId)
  if (before.fromOn <= today(clock)) {
    throw new AppError('WRONG_STATE', '这条计费方式已经生效，不能撤回；登错的请用“更正”。')
  }
  await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason })
  record(line('withdraw', store, told(before), { reason }))
}
