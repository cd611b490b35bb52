import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import { type Day, monthBefore, monthOf } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, valueRow } from '#kit/consequences.ts'
import { formatRate } from '#kit/format.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { findBooks } from '#people/books/queries.ts'
import type { staffPay } from './contract.ts'
import { currentPay, currentPayRow, findPay } from './queries.ts'
import { firstDayOf, NO_PAY, type Pay, rowOn, seniorityOf } from './rules.ts'
import { correct, lockPaidPerson, raise } from './steps.ts'

/** A person's total pay for a month in 分; null if they are not employed in that month. Implemented by `payroll`. */
export type PayOfMonth = (
  db: Database,
  of: { companyCode: string; staffId: number; month: string },
) => Promise<number | null>

type PreviewInput =
  | z.output<typeof staffPay.addConsequences.input>
  | z.output<typeof staffPay.correctConsequences.input>

/** Placeholder for the reason, which the user enters later and which affects no figure. */
const REASON = '-'

/** Maximum number of months whose pay is recalculated for the preview: the latest ones. */
const MAX_MONTHS = 12

/** Previews the effects of new or corrected pay in a dry run; throws the errors of the write. */
export async function payConsequences(
  context: Context,
  input: PreviewInput,
  payOfMonth: PayOfMonth,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, clock } = inner
    const person = await lockPaidPerson(inner, input.id)
    const books = await findBooks(db, clock, person.companyCode)
    const written =
      'fromOn' in input ? input.fromOn : currentPayRow(await findPay(db, person.id), input.payId).fromOn
    const isFirst = (await currentPay(db, person.id)).length === 0
    const fromOn = isFirst || written > books.openFrom ? written : books.openFrom
    const months = monthsFrom(fromOn, books.today)
    const of = { companyCode: person.companyCode, staffId: person.id }
    const totals = async () => {
      const found: (number | null)[] = []
      for (const month of months) found.push(await payOfMonth(db, { ...of, month }))
      return found
    }
    const payThen = async () =>
      rowOn(await currentPay(db, person.id), laterDay(fromOn, books.today)) ?? NO_PAY
    const [totalsBefore, before] = [await totals(), await payThen()]
    if ('fromOn' in input) await raise(inner, person, { ...input, reason: REASON })
    else await correct(inner, person, { ...input, reason: REASON })
    const [totalsAfter, after] = [await totals(), await payThen()]
    const on = { firstOn: firstDayOf(person), month: monthOf(laterDay(fromOn, books.today)) }
    return {
      items: [
        valueRow('text', '生效日期', fromOn),
        ...fieldConsequences(before, after, on),
        ...months.flatMap((month, at) =>
          changeRow('money', '{month} 的工资合计', [totalsBefore[at] ?? 0, totalsAfter[at] ?? 0], {
            values: { month },
          }),
        ),
      ],
    }
  })
}

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)

/** The months from a day to this month; only the latest `MAX_MONTHS`. */
function monthsFrom(fromOn: Day, today: Day): string[] {
  const months: string[] = []
  for (
    let month = monthOf(today);
    month >= monthOf(fromOn) && months.length < MAX_MONTHS;
    month = monthBefore(month)
  ) {
    months.unshift(month)
  }
  return months
}

/** The monthly agreement before and after. */
function fieldConsequences(
  before: Pay,
  after: Pay,
  { firstOn, month }: { firstOn: Day; month: string },
): Consequence[] {
  const seniority = (pay: Pay) => seniorityOf(pay, firstOn, month)
  return [
    ...changeRow('money', '基本工资', [before.baseSalaryCents, after.baseSalaryCents], { note: '每月' }),
    ...changeRow('money', '工龄工资', [seniority(before), seniority(after)], { note: '每月' }),
    ...changeRow('text', '提成比例', [rate(before), rate(after)]),
    ...changeRow('money', '绩效基数', [before.kpiBaseCents, after.kpiBaseCents], { note: '每月' }),
  ]
}

const rate = ({ commissionRateBp }: Pay) => (commissionRateBp === null ? null : formatRate(commissionRateBp))
