import { can } from '#access/can.ts'
import { findStoreMonth } from '#billing/customer-bills/queries.ts'
import { type Day, lastDayOf, monthAfter, monthOf, today } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { formatRate } from '#kit/format.ts'
import { dryRun } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import type { StoreMetric } from '#reporting/reports/contract.ts'
import { cellScope, findCellParts } from '#reporting/reports/queries.ts'
import type { CorrectionInput } from './contract.ts'
import { correctCell, getCorrectableStore } from './correctCell.ts'
import { sumsOf } from './explainCell.ts'
import { countOpenQuestions, countReplaced } from './queries.ts'

/** Placeholder for the reason, which the user enters later and which affects no number. */
const PLACEHOLDER = { reason: '-', questionId: null }

/**
 * Effects of a correction on reports and bills: makes the correction, reads the reports and prices, and rolls it back.
 * Throws what `correctCell` throws, and PERIOD_CLOSED.
 */
export async function consequencesOf(
  context: Context,
  { questionId, ...cell }: CorrectionInput & { questionId?: number | undefined },
): Promise<Consequences> {
  const { db, actor } = context
  const store = await getCorrectableStore(context, cell)
  const old = await readFigures(context, store, cell.on)
  const now = await dryRun(context, async (inner) => {
    await correctCell(inner, cell, PLACEHOLDER)
    return readFigures(inner, store, cell.on)
  })
  const month = { values: { month: monthOf(cell.on) } }
  return {
    items: [
      ...changeRow('count', '当天的咨询量', [old.volume, now.volume]),
      ...changeRow('text', '当天的回复率', [rateText(old.reply), rateText(now.reply)]),
      ...changeRow('count', '{month} 的咨询量', [old.monthVolume, now.monthVolume], month),
      ...countRow('取代已有的更正', await countReplaced(db, cell)),
      ...billConsequences(old.months, now.months, can(actor, 'canChargeCustomer')),
      valueRow('word', '工资', '不变', { note: '工资不按这些数计算' }),
      ...countRow(
        '这一天其他待答复的疑问',
        await countOpenQuestions(db, actor, { store, on: cell.on, but: questionId ?? null }),
      ),
    ],
  }
}

const rateText = (bp: number | null) => (bp === null ? null : formatRate(bp))

interface Month {
  month: string
  cents: number
  drafts: number
  issued: number
}

/** The months whose price changes, with their bills. Amounts only for users who may see them. */
function billConsequences(old: readonly Month[], now: readonly Month[], seesAmounts: boolean): Consequence[] {
  return old.flatMap((before, at) => {
    const { month, drafts, issued } = before
    const cents = now[at]?.cents ?? before.cents
    if (cents === before.cents) return []
    const values = { month }
    return [
      ...(seesAmounts ? changeRow('money', '{month} 按价格应收', [before.cents, cents], { values }) : []),
      ...countRow('{month} 的账单草稿', drafts, { values, note: '重新生成账单后按新的数计算' }),
      ...countRow('{month} 已出账的账单', issued, {
        values,
        note: '不随更正改变，差额列在“已出账与现算不符”',
      }),
    ]
  })
}

interface Store {
  id: number
  customerId: number
  name: string
}

/** The numbers of a store that a correction of a day may change. */
async function readFigures(context: Context, store: Store, on: Day) {
  const now = today(context.clock)
  const month = monthOf(on)
  const until = lastDayOf(month) < now ? lastDayOf(month) : now
  return {
    volume: await readValue(context, store, { from: on, to: on, metric: 'volume' }),
    reply: await readValue(context, store, { from: on, to: on, metric: 'reply' }),
    monthVolume: await readValue(context, store, { from: `${month}-01`, to: until, metric: 'volume' }),
    months: await readMonths(context, store, on),
  }
}

/** A number of a store as the reports show it to this user. */
async function readValue(
  { db, actor, clock }: Context,
  { id }: Store,
  { from, to, metric }: { from: Day; to: Day; metric: StoreMetric },
): Promise<number | null> {
  const now = today(clock)
  const reach = cellScope(actor, 'canReportWorklog', now)
  const chosen = { reach, filter: { storeId: [id] }, begun: await createStoreDays(db, now) }
  return sumsOf(await findCellParts(db, chosen, { from, to, figure: metric }, 'day'), metric).value
}

/** The months whose price may depend on the day: its own, and the next one (prices by tier) if that has begun. */
async function readMonths({ db, clock }: Context, store: Store, on: Day): Promise<Month[]> {
  const dayMonth = monthOf(on)
  const months = [dayMonth, monthAfter(dayMonth)].filter((month) => month <= monthOf(today(clock)))
  const found = []
  for (const month of months) found.push({ month, ...(await findStoreMonth(db, store, month)) })
  return found
}
