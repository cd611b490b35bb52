import { monthOf } from '#kit/calendar.ts'
import { type Conflicts, mapDatabaseError } from '#kit/conflicts.ts'
import { AppError } from '#kit/errors.ts'
import { refusalReason } from '#kit/savepoint.ts'
import type { Context, Transact } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { inChinese, type Sentence } from '#kit/text.ts'
import { readDays } from './days.ts'
import { insertDecision, lockAgent, lockDecision, markReversed } from './queries.ts'
import * as rules from './rules.ts'

/** The corrections of attendance in the payroll, which is a higher wing; the app supplies them. */
export interface AttendanceCorrections {
  /** Adds half days to a person's month and returns the id of the correction. */
  add: (
    context: Context,
    line: { staffId: number; companyCode: string; month: string; halfDays: number; reason: string },
  ) => Promise<number>
  /** Reverses a correction. */
  reverse: (context: Context, id: number, reason: string) => Promise<void>
  conflicts: Conflicts
}

interface Seen {
  staffId: number
  on: string
  halfDays: number
}

/**
 * Takes or refuses the proposal of a day. A taken one becomes a correction of the payroll. Throws NOT_FOUND, CONFLICT if
 * the proposal has changed, FORBIDDEN for the actor's own day, and PERIOD_CLOSED.
 */
async function decideDay(
  context: Context,
  { staffId, on, halfDays: seen }: Seen,
  { taken, corrections }: { taken: boolean; corrections: AttendanceCorrections },
): Promise<void> {
  const { db, actor, record } = context
  const person = await lockAgent(db, actor, staffId)
  rules.assertNotOwn(actor, staffId)
  const [day] = await readDays(context, [{ ...person, headName: null }], { from: on, to: on })
  const proposal = day?.proposal ?? null
  rules.assertProposed(proposal?.halfDays ?? null, seen)
  if (!proposal) return
  const { companyCode } = person
  const { halfDays } = proposal
  const reason = { sentence: '{on} {reason}', values: { on, reason: proposal.reason } }
  const line = { staffId, companyCode, month: monthOf(on), halfDays, reason: inChinese(reason).slice(0, 200) }
  const correctionId = taken ? await corrections.add(context, line) : null
  const decision = { companyCode, staffId, onDay: on, halfDays, taken, correctionId }
  await insertDecision(db, { ...decision, reason: proposal.reason, ...createdNow(context) })
  record({
    action: taken ? 'take' : 'refuse',
    entity: 'clock-day',
    recordId: staffId,
    companyCode,
    changes: { on: [null, on], days: [null, halfDays / 2], reason: [null, line.reason] },
  })
}

/** Decides on each day in a transaction of its own; a refusal of one does not stop the others. */
export async function decideDays(
  transact: Transact<Context['actor']>,
  { days, taken }: { days: readonly Seen[]; taken: boolean },
  corrections: AttendanceCorrections,
) {
  const results: { id: string; name: string; problem: Sentence | null }[] = []
  for (const day of days) {
    const work = transact((inner) => decideDay(inner, day, { taken, corrections }))
    const problem = await problemOf(work, corrections.conflicts)
    results.push({ id: `${day.staffId} ${day.on}`, name: day.on, problem })
  }
  return results
}

/** Returns why the work was refused, or null on success; rethrows unexpected errors. */
async function problemOf(work: Promise<void>, conflicts: Conflicts): Promise<Sentence | null> {
  try {
    await work
    return null
  } catch (error) {
    const refusal = mapDatabaseError(error, conflicts)
    if (!(refusal instanceof AppError)) throw error
    return refusalReason(refusal)
  }
}

/** Reverses a decision that still counts, with its correction. Throws NOT_FOUND, WRONG_STATE, FORBIDDEN. */
export async function reverseDecision(
  context: Context,
  id: number,
  corrections: AttendanceCorrections,
): Promise<void> {
  const { db, actor } = context
  const decision = await lockDecision(db, actor, id)
  rules.assertNotOwn(actor, decision.staffId)
  rules.assertStanding(decision.standing)
  await takeBack(context, decision, { corrections, why: { sentence: '撤回打卡的出勤决定' } })
}

interface Decision {
  id: number
  companyCode: string
  staffId: number
  onDay: string
  halfDays: number
  taken: boolean
  correctionId: number | null
}

/** Reverses a decision; the caller has checked that it counts. */
export async function takeBack(
  context: Context,
  { id, companyCode, staffId, onDay, halfDays, taken, correctionId }: Decision,
  { corrections, why }: { corrections: AttendanceCorrections; why: Sentence },
): Promise<void> {
  const { db, actor, clock, record } = context
  if (correctionId !== null) await corrections.reverse(context, correctionId, inChinese(why))
  await markReversed(db, id, { by: actor.id, at: clock() })
  record({
    action: 'reverse',
    entity: 'clock-day',
    recordId: staffId,
    companyCode,
    changes: { on: [onDay, null], days: [taken ? halfDays / 2 : 0, null] },
  })
}
