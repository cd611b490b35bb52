import { monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { type CorrectionRow, getCorrectionById, insertCorrection } from './factQueries.ts'
import { findFrozen } from './frozenQueries.ts'
import { assertInBooks, assertMonthBegun, assertNotFrozen, assertReversible } from './rules.ts'

interface Line {
  amountCents: number | null
  halfDays: number | null
  reason: string
  reversesId: number | null
}

/** Adds a correction to a month that is not frozen, and returns its id. */
export async function addCorrection(
  context: Context,
  { companyCode, id: staffId }: { companyCode: string; id: number },
  month: string,
  line: Line,
): Promise<number> {
  const { db, record } = context
  assertNotFrozen((await findFrozen(db, { companyCode, month, staffId })) !== null, month)
  const row = { ...line, companyCode, staffId, monthOn: `${month}-01` }
  const id = await insertCorrection(db, { ...row, ...createdNow(context) })
  const { amountCents, halfDays, reason, reversesId } = line
  record({
    action: reversesId === null ? 'correct' : 'reverse',
    entity: 'payroll',
    recordId: staffId,
    companyCode,
    changes: {
      month: [null, month],
      ...(amountCents !== null && { amountCents: [null, amountCents] }),
      ...(halfDays !== null && { days: [null, halfDays / 2] }),
      reason: [null, reason],
      ...(reversesId !== null && { reversesId: [null, reversesId] }),
    },
  })
  return id
}

/** Reverses a correction by adding an opposite one. Throws WRONG_STATE, and PERIOD_CLOSED if its month is frozen. */
export async function reverseCorrection(
  context: Context,
  before: CorrectionRow,
  reason: string,
): Promise<void> {
  assertReversible(before)
  const { staffId: id, companyCode, monthOn } = before
  const [amountCents, halfDays] = [opposite(before.amountCents), opposite(before.halfDays)]
  const line = { amountCents, halfDays, reason, reversesId: before.id }
  await addCorrection(context, { id, companyCode }, monthOf(monthOn), line)
}

const opposite = (amount: number | null) => amount && -amount

/**
 * Adds half days of attendance that clock records prove, and returns the id of the correction. The caller has checked
 * that the actor decides on the person's attendance: heads do, although they see no pay.
 */
export async function correctAttendance(
  context: Context,
  line: { staffId: number; companyCode: string; month: string; halfDays: number; reason: string },
): Promise<number> {
  const { staffId: id, companyCode, month, halfDays, reason } = line
  assertMonthBegun(month, monthOf(today(context.clock)))
  assertInBooks(await getStartedBooks(context, companyCode), month)
  return addCorrection(context, { id, companyCode }, month, {
    amountCents: null,
    halfDays,
    reason,
    reversesId: null,
  })
}

/** Reverses a correction of attendance, unless it was reversed in the payroll. */
export async function reverseAttendance(context: Context, id: number, reason: string): Promise<void> {
  await reverseCorrection(context, await getCorrectionById(context.db, id), reason)
}
