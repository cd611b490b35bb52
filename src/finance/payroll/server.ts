import type * as z from 'zod'
import { monthOf, today } from '#kit/calendar.ts'
import { type Consequences, changeRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, serve } from '#kit/serve.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { type PayPage, payroll } from './contract.ts'
import { addCorrection, reverseCorrection } from './corrections.ts'
import { getCorrection } from './factQueries.ts'
import { listPayroll, monthToPay } from './list.ts'
import { getStaffIdentity, payScope } from './nameQueries.ts'
import { assertAmountOrDays, assertInBooks, assertMonthBegun, conflicts } from './rules.ts'
import { readPage } from './toPayPage.ts'

/** Adds an amount or days of attendance to a person's month. */
async function correct(
  context: Context,
  { staffId, month, amountCents, days, reason }: z.output<typeof payroll.correct.input>,
): Promise<PayPage> {
  const { db, actor, clock } = context
  assertAmountOrDays({ amountCents, days })
  const named = await getStaffIdentity(db, actor, staffId)
  assertMonthBegun(month, monthOf(today(clock)))
  assertInBooks(await getStartedBooks(context, named.companyCode), month)
  const line = { amountCents: amountCents ?? null, halfDays: days === undefined ? null : days * 2 }
  await addCorrection(context, named, month, { ...line, reason, reversesId: null })
  return readPage(db, named, month)
}

/** Reverses a correction by adding an opposite one. */
async function reverse(
  context: Context,
  { id, reason }: z.output<typeof payroll.reverse.input>,
): Promise<PayPage> {
  const { db, actor } = context
  const before = await getCorrection(db, payScope(actor), id)
  await reverseCorrection(context, before, reason)
  return readPage(db, await getStaffIdentity(db, actor, before.staffId), monthOf(before.monthOn))
}

export const payrollServer = serve(
  payroll,
  {
    list: listPayroll,

    get: async (context, { staffId, month }) => {
      const named = await getStaffIdentity(context.db, context.actor, staffId)
      return readPage(context.db, named, month ?? monthToPay(context))
    },

    correct,
    reverse,
    correctConsequences: (context, input) => correctionConsequences(context, input),
    reverseConsequences: (context, { id }) => reversalConsequences(context, id),
  },
  conflicts,
)

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '-'

/** Preview of a correction: changes of the person's pay. */
async function correctionConsequences(
  context: Context,
  input: z.output<typeof payroll.correctConsequences.input>,
): Promise<Consequences> {
  return dryRunStep(context, input, (inner) => correct(inner, { ...input, reason: REASON }))
}

/** Preview of reversing a correction. */
async function reversalConsequences(context: Context, id: number): Promise<Consequences> {
  const { staffId, monthOn } = await getCorrection(context.db, payScope(context.actor), id)
  return dryRunStep(context, { staffId, month: monthOf(monthOn) }, (inner) =>
    reverse(inner, { id, reason: REASON }),
  )
}

async function dryRunStep(
  context: Context,
  { staffId, month }: { staffId: number; month: string },
  step: (inner: Context) => Promise<PayPage>,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const named = await getStaffIdentity(inner.db, inner.actor, staffId)
    const before = await readPage(inner.db, named, month)
    const after = await step(inner)
    const of = (field: 'attendedDays' | 'baseCents' | 'correctionCents' | 'totalCents') =>
      [before[field], after[field]] as const
    return {
      items: [
        ...changeRow('text', '出勤天数', of('attendedDays')),
        ...changeRow('money', '底薪', of('baseCents')),
        ...changeRow('money', '更正合计', of('correctionCents')),
        ...changeRow('money', '{month} 的工资合计', of('totalCents'), { values: { month } }),
      ],
    }
  })
}
