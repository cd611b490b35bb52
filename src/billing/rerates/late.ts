import type * as z from 'zod'
import { monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { compare } from './compare.ts'
import type { rerates } from './contract.ts'
import type { LateDay } from './lateQueries.ts'
import * as queries from './lateQueries.ts'
import * as rules from './rules.ts'
import { type AddAdjustment, adjust } from './steps.ts'

type Results = z.input<typeof rerates.late.output>
type Result = Results['results'][number]

/**
 * 只算差额: saves the figures of a file's closed days as 迟到, recalculates their months and drafts the adjustments. Does not
 * change the figures of the closed months. Throws WRONG_STATE if the file has no closed day.
 */
export async function settleLate(
  context: Context,
  { batchId }: { batchId: number },
  add: AddAdjustment,
): Promise<Results> {
  const { db, actor, clock, record } = context
  const file = await queries.getFile(db, actor, batchId)
  const days = (await queries.findLateDays(db, batchId)).filter(
    ({ companyCode }) => companyCode === file.companyCode,
  )
  rules.assertLate(days.length)
  const { companyCode, fileName } = file
  await queries.putLateFigures(db, days, { batchId, fileName, at: clock(), by: actor.id })
  const months = [...Map.groupBy(days, ({ storeId, onDay }) => `${monthOf(onDay)} ${storeId}`).values()].map(
    (some) => {
      const [first] = some as [LateDay, ...LateDay[]]
      return { ...first, monthOn: `${monthOf(first.onDay)}-01`, days: some.length }
    },
  )
  await compare(context, companyCode, months)
  record({
    action: 'late',
    entity: 'rerate-batch',
    recordId: batchId,
    companyCode,
    changes: { file: [null, fileName], days: [null, days.length] },
  })
  const openMonth = monthOf((await getStartedBooks(context, companyCode)).openFrom)
  const rows = await queries.findRowsOf(db, months)
  const results: Result[] = []
  for (const { storeId, storeName, monthOn, days: count } of months) {
    const row = rows.find((one) => one.storeId === storeId && one.monthOn === monthOn)
    const isPending = row?.state === 'pending'
    const made = isPending ? (await adjust(context, { ids: [row.id] }, add)).results[0] : undefined
    const differenceCents = isPending ? row.differenceCents : 0
    results.push({
      storeId,
      storeName,
      month: monthOf(monthOn),
      days: count,
      differenceCents,
      openMonth,
      billId: made?.billId ?? null,
      problem: made?.problem ?? null,
    })
  }
  return { results }
}

/** Withdraws a late file and recalculates its months without it. Throws NOT_FOUND. */
export async function dropLate(context: Context, { batchId, reason }: { batchId: number; reason: string }) {
  const { db, actor, record } = context
  const dropped = await queries.dropLateFigures(db, actor, batchId)
  if (dropped.length === 0) throw notFound('按这个文件计算的差额')
  for (const [companyCode, months] of Map.groupBy(dropped, (one) => one.companyCode)) {
    await compare(context, companyCode, months, ['undo'])
    record({
      action: 'drop-late',
      entity: 'rerate-batch',
      recordId: batchId,
      companyCode,
      changes: { days: [months.length, 0], reason: [null, reason] },
    })
  }
  return { days: dropped.length }
}
