import type * as z from 'zod'
import { monthOf } from '#kit/calendar.ts'
import type { Consequences } from '#kit/consequences.ts'
import { changeRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { PayPage, payroll } from './contract.ts'
import { correct, reverse } from './corrections.ts'
import { getCorrection } from './queriesOfCorrections.ts'
import { getStaffIdentity, payScope } from './queriesOfNames.ts'
import { readPage } from './toPayPage.ts'

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '-'

/** Preview of a correction: changes of the person's pay. */
export async function correctionConsequences(
  context: Context,
  input: z.output<typeof payroll.correctConsequences.input>,
): Promise<Consequences> {
  return dryRunStep(context, input, (inner) => correct(inner, { ...input, reason: REASON }))
}

/** Preview of reversing a correction. */
export async function reversalConsequences(context: Context, id: number): Promise<Consequences> {
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
