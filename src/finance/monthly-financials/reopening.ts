import type * as z from 'zod'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import { lockMonthAtVersion, pageOf } from './closing.ts'
import { type CompanyMonth, findLatestClosed, type findMonthRow, updateMonth } from './closingQueries.ts'
import { writeReopening } from './closingWrites.ts'
import type { MonthPage } from './contract.ts'
import type { monthClosing } from './contractClosing.ts'
import { findOtherAdmins, insertStep } from './queries.ts'
import * as rules from './rules.ts'

type Input<K extends keyof typeof monthClosing> = z.output<(typeof monthClosing)[K]['input']>
type MonthInput = Pick<Input<'checklist'>, 'companyCode' | 'month'>

type Row = NonNullable<Awaited<ReturnType<typeof findMonthRow>>>

/** Locks the latest closed month; throws WRONG_STATE for any other, NOT_FOUND and STALE. */
export async function lockClosedMonth(context: Context, monthInput: MonthInput & { version: number }) {
  const { of, row, status } = await lockMonthAtVersion(context, monthInput)
  rules.assertReopenable(status, of.month, await findLatestClosed(context.db, of.companyCode))
  // A closed month always has a row.
  return { of, row: row as Row }
}

/** Reopens the latest closed month; if the company has another admin, requests that admin's confirmation instead. */
export async function reopen(
  context: Context,
  { reason, ...monthInput }: Input<'reopen'>,
): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, row } = await lockClosedMonth(context, monthInput)
  const by = { by: actor.id, at: clock() }
  const others = await findOtherAdmins(db, of.companyCode, actor.id)
  if (others.length === 0) {
    record(await writeReopening(db, of, { row, reason, ...by }))
    return pageOf(context, of)
  }
  await updateMonth(db, row.id, {
    reopeningBy: actor.id,
    reopeningAt: clock(),
    reopeningWhy: reason,
    updatedAt: clock(),
  })
  await insertStep(db, { ...of, action: 'request-reopen', snapshotNo: row.snapshotNo, reason, ...by })
  record({
    action: 'request-reopen',
    entity: 'monthly-financial',
    recordId: of.month,
    companyCode: of.companyCode,
    changes: { reason: [null, reason] },
  })
  await notifyStaff(
    context,
    of,
    others,
    {
      sentence: '{name}申请反结账 {month}，请您确认',
      values: { name: actor.name, month: of.month },
    },
    reason,
  )
  return pageOf(context, of)
}

/** Confirms the request of another admin. Throws WRONG_STATE without a request, FORBIDDEN if it is the actor's own. */
export async function confirmReopen(
  context: Context,
  monthInput: Input<'confirmReopen'>,
): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, row } = await lockClosedMonth(context, monthInput)
  const requestedBy = rules.assertConfirmable(row.reopeningBy, actor.id)
  const reason = row.reopeningWhy ?? ''
  record(await writeReopening(db, of, { row, reason, by: actor.id, at: clock() }))
  const values = { name: actor.name, month: of.month }
  await notifyStaff(context, of, [requestedBy], { sentence: '{name}确认了您申请的反结账 {month}', values })
  return pageOf(context, of)
}

/** Withdraws the actor's own request: the month stays closed, and the history shows the withdrawal. */
export async function withdrawReopen(
  context: Context,
  monthInput: Input<'withdrawReopen'>,
): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, row } = await lockClosedMonth(context, monthInput)
  rules.assertWithdrawable(row.reopeningBy, actor.id)
  const { snapshotNo, reopeningWhy } = row
  await updateMonth(db, row.id, {
    reopeningAt: null,
    reopeningBy: null,
    reopeningWhy: null,
    updatedAt: clock(),
  })
  await insertStep(db, { ...of, action: 'withdraw-reopen', snapshotNo, by: actor.id, at: clock() })
  record({
    action: 'withdraw-reopen',
    entity: 'monthly-financial',
    recordId: of.month,
    companyCode: of.companyCode,
    changes: { reason: [reopeningWhy, null] },
  })
  return pageOf(context, of)
}

/** Notifies staff of a reopening, with the `reason` if given. */
async function notifyStaff(
  { db, clock }: Context,
  { companyCode, month }: CompanyMonth,
  staffIds: readonly number[],
  title: Sentence,
  reason?: string,
): Promise<void> {
  const text = reason === undefined ? null : { sentence: '{text}', values: { text: reason } }
  const link = `/monthly-financial-history?${new URLSearchParams({ month, companyCode })}`
  const common = { companyCode, kind: 'monthReopening' as const, title, text, link, at: clock() }
  await notify(
    db,
    staffIds.map((staffId) => ({ ...common, staffId })),
  )
}
