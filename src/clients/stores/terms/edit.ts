import { type Actor, can } from '#access/can.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { type AuditLine, changesBetween, type Via } from '#kit/audit.ts'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, firstTermsProblem, termsProblem } from '#people/books/rules.ts'
import type { Terms, TermsInput } from './contract.ts'
import { findTerms, getActiveTerms, insertTerms, replaceTerms, type TermsRow } from './queries.ts'

/** The fields of a store that its terms need. */
export interface StoreRef {
  id: number
  companyCode: string
}

type TermsContent = Omit<TermsInput, 'fromOn' | 'reason'>

/** The audit line for terms. It has an entity of its own because role 2 may read the log of a store. */
function termsAuditLine(
  action: string,
  store: StoreRef,
  { before, after, via }: { before: object; after: object; via: Via },
): AuditLine {
  const changes = changesBetween({ ...before }, { ...after })
  const { id: recordId, companyCode } = store
  return { action, entity: 'store-terms', recordId, companyCode, changes, via }
}

const termsFields = ({ fromOn, pricing, storeSalaryCents, note }: TermsRow) => ({
  fromOn,
  pricing,
  storeSalaryCents,
  note,
})

const withTermsDefaults = ({ pricing, storeSalaryCents = null, note = null }: TermsContent) => ({
  pricing,
  storeSalaryCents,
  note,
})

/** Terms by first day, with the period and the state of each on `on`. */
export function timeline(rows: readonly TermsRow[], on: Day): Terms[] {
  const active = rows.filter(({ replacedAt }) => !replacedAt)
  return rows.map((row) => {
    const next = active.find(({ fromOn }) => fromOn > row.fromOn)
    const toOn = row.replacedAt || !next ? null : addDays(next.fromOn, -1)
    return {
      id: row.id,
      ...termsFields(row),
      toOn,
      state: stateOf(row, toOn, on),
      createdByName: row.createdByName,
      replacedByName: row.replacedByName,
      createdAt: row.createdAt.toISOString(),
      replacedReason: row.replacedReason,
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
 * Adds terms to a locked store. The first terms may apply from any day; later ones from any day that is not closed,
 * also between existing ones. Terms from today or a past day need an admin or finance, and a reason. Throws INVALID,
 * FORBIDDEN, or CONFLICT if terms begin on that day already. Returns the id of the new row.
 */
export async function addTerms(
  context: Context,
  store: StoreRef,
  { fromOn, reason, ...content }: TermsInput,
  via: Via = 'form',
): Promise<number> {
  const { db, actor, clock, record } = context
  const active = (await findTerms(db, store.id)).filter(({ replacedAt }) => !replacedAt)
  const same = active.find((row) => row.fromOn === fromOn)
  if (same) {
    const sentence =
      fromOn > today(clock)
        ? '已有从 {day} 起的计费方式，请先撤回它。'
        : '已有从 {day} 起的计费方式，请用“更正”。'
    throw new AppError('CONFLICT', sentence, { values: { day: fromOn } })
  }
  const books = await findBooks(db, clock, store.companyCode)
  assertNoProblem(
    'fromOn',
    active.length > 0 ? termsProblem(books, fromOn) : firstTermsProblem(books, fromOn),
  )
  const isPast = active.length > 0 && fromOn <= books.today
  if (isPast) assertMayBackdate(actor, reason)
  const terms = withTermsDefaults(content)
  const { id: storeId, companyCode } = store
  const id = await insertTerms(db, { ...terms, fromOn, storeId, companyCode, ...createdNow(context) })
  const after = { fromOn, ...terms, ...(isPast && { reason }) }
  record(termsAuditLine('add', store, { before: {}, after, via }))
  return id
}

/** Throws WRONG_STATE if the terms apply in closed months only, so that there is nothing to correct. */
function assertAppliesAfter(rows: readonly TermsRow[], { fromOn }: TermsRow, openFrom: Day): void {
  const next = rows.find((row) => !row.replacedAt && row.fromOn > fromOn)
  if (!next || next.fromOn > openFrom) return
  throw new AppError('WRONG_STATE', '这条计费方式只涉及已结账的月份，不能更正；差额请另开“调整”。')
}

/** Throws FORBIDDEN for users who may set future prices only, INVALID without a reason. */
function assertMayBackdate(actor: Actor, reason: string | null | undefined): void {
  if (!can(actor, 'canChargeCustomer')) {
    throw new AppError('FORBIDDEN', '过去日期的价格变更请由管理员或财务录入。')
  }
  if (!reason) throw invalidField('reason', '请写明原因。')
}

/** Drafts the difference between issued bills of closed months and the corrected price. Implemented by `rerates`. */
export type SettleClosed = (
  context: Context,
  corrected: {
    storeId: number
    companyCode: string
    termsId: number
    pricing: Pricing
    fromOn: Day
    openFrom: Day
  },
) => Promise<{ count: number; cents: number }>

interface Correction extends TermsContent {
  termsId: number
  reason: string
  /** 补算已结月份: whether to draft adjustments for the difference of closed months. */
  backpay?: boolean | undefined
}

/**
 * Replaces wrong terms by correct ones; the old ones are kept for reference. If they began in a closed month, they
 * remain for the closed days, and the correct ones apply from the first day that is not closed. Returns the day from
 * which the correct terms apply, and number and sum (分) of the adjustments drafted for closed months.
 */
export async function correctTerms(
  context: Context,
  store: StoreRef,
  { termsId, reason, backpay, ...content }: Correction,
  settleClosed: SettleClosed,
): Promise<{ fromOn: Day; count: number; cents: number }> {
  const { db, actor, clock, record } = context
  const rows = await findTerms(db, store.id)
  const before = getActiveTerms(rows, termsId)
  const terms = withTermsDefaults(content)
  const { id: storeId, companyCode } = store
  const { from, openFrom } = await findBooks(db, clock, companyCode)
  const hasClosed = from !== null && openFrom > `${from}-01`
  const isSplit = hasClosed && before.fromOn < openFrom
  if (isSplit) assertAppliesAfter(rows, before, openFrom)
  const fromOn = isSplit ? openFrom : before.fromOn
  if (!isSplit) await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason })
  await insertTerms(db, { ...terms, fromOn, storeId, companyCode, ...createdNow(context) })
  const after = { fromOn, ...terms, reason }
  record(termsAuditLine('correct', store, { before: termsFields(before), after, via: 'form' }))
  if (!isSplit || !backpay) return { fromOn, count: 0, cents: 0 }
  const { pricing } = terms
  const corrected = { storeId, companyCode, termsId, pricing, fromOn: before.fromOn, openFrom }
  return { fromOn, ...(await settleClosed(context, corrected)) }
}

/** Withdraws terms that have not begun; throws WRONG_STATE if they have. */
export async function withdrawTerms(
  context: Context,
  store: StoreRef,
  termsId: number,
  reason: string,
): Promise<void> {
  const { db, actor, clock, record } = context
  const before = getActiveTerms(await findTerms(db, store.id), termsId)
  if (before.fromOn <= today(clock)) {
    throw new AppError('WRONG_STATE', '这条计费方式已经生效，不能撤回；登错的请用“更正”。')
  }
  await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason })
  record(termsAuditLine('withdraw', store, { before: termsFields(before), after: { reason }, via: 'form' }))
}

/** Throws WRONG_STATE if the terms began in a closed month: a sheet cannot keep their closed days. */
async function assertOpen(
  { db, clock }: Context,
  { companyCode }: StoreRef,
  { fromOn }: TermsRow,
): Promise<void> {
  const { from, openFrom } = await findBooks(db, clock, companyCode)
  const hasClosed = from !== null && openFrom > `${from}-01`
  if (hasClosed && fromOn < openFrom) throw new AppError('WRONG_STATE', BEGAN_CLOSED)
}

const BEGAN_CLOSED =
  '这条计费方式从已结账的月份开始，不能用资料表改：请在店铺页更正，或另加一行未结账的生效日期。'

/**
 * Changes terms by a row of a sheet, or back: replaces them by others with the same first day. Terms in effect need an
 * admin or finance, and a reason, unless an import is undone. Throws WRONG_STATE, FORBIDDEN or INVALID. Returns the id
 * of the new row.
 */
export async function changeTerms(
  context: Context,
  store: StoreRef,
  { termsId, reason, ...content }: TermsContent & { termsId: number; reason?: string | null | undefined },
  via: Via,
): Promise<number> {
  const { db, actor, clock, record } = context
  const before = getActiveTerms(await findTerms(db, store.id), termsId)
  await assertOpen(context, store, before)
  if (via !== 'undo' && before.fromOn <= today(clock)) assertMayBackdate(actor, reason)
  const why = reason ?? (via === 'undo' ? UNDONE : SHEET)
  await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason: why })
  const { fromOn } = before
  const { id: storeId, companyCode } = store
  const terms = withTermsDefaults(content)
  const id = await insertTerms(db, { ...terms, fromOn, storeId, companyCode, ...createdNow(context) })
  const after = { fromOn, ...terms, reason: why }
  record(termsAuditLine('correct', store, { before: termsFields(before), after, via }))
  return id
}

/** Removes terms that an import has just added; the former ones apply again. Throws WRONG_STATE. */
export async function undoAddedTerms(
  context: Context,
  store: StoreRef,
  termsId: number,
  via: Via,
): Promise<void> {
  const { db, actor, clock, record } = context
  const before = getActiveTerms(await findTerms(db, store.id), termsId)
  await assertOpen(context, store, before)
  await replaceTerms(db, termsId, { by: actor.id, at: clock(), reason: UNDONE })
  record(termsAuditLine('withdraw', store, { before: termsFields(before), after: { reason: UNDONE }, via }))
}

/** The reasons of rows that a sheet replaces or an undo removes. */
const SHEET = '资料导入'
const UNDONE = '撤销资料导入'
