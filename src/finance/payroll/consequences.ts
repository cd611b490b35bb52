import type * as z from 'zod'
import { dryRun } from '#kit/attempt.ts'
import { monthOf } from '#kit/calendar.ts'
import type { Consequences } from '#kit/consequences.ts'
import { change } from '#kit/consequences.ts'
import type { Context } from '#kit/serve.ts'
import type { PayPage, payroll } from './contract.ts'
import { correct, reverse } from './corrections.ts'
import { readPage } from './present.ts'
import { getCorrection } from './queriesOfCorrections.ts'
import { getNamed, payScope } from './queriesOfNames.ts'

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '-'

/** Preview of a correction: changes of the person's pay. */
export async function ofCorrection(
  context: Context,
  input: z.output<typeof payroll.correctConsequences.input>,
): Promise<Consequences> {
  return tried(context, input, (inner) => correct(inner, { ...input, reason: REASON }))
}

/** Preview of reversing a correction. */
export async function ofReversal(context: Context, id: number): Promise<Consequences> {
  const { staffId, monthOn } = await getCorrection(context.db, payScope(context.actor), id)
  return tried(context, { staffId, month: monthOf(monthOn) }, (inner) =>
    reverse(inner, { id, reason: REASON }),
  )
}

async function tried(
  context: Context,
  { staffId, month }: { staffId: number; month: string },
  step: (inner: Context) => Promise<PayPage>,
): Promise<Consequences> {
  return dryRun(context, async (inner) => {
    const named = await getNamed(inner.db, inner.actor, staffId)
    const before = await readPage(inner.db, named, month)
    const after = await step(inner)
    const of = (field: 'attendedDays' | 'baseCents' | 'correctionCents' | 'totalCents') =>
      [before[field], after[field]] as const
    return {
      items: [
        ...change('text', '出勤天数', of('attendedDays')),
        ...change('money', '底薪', of('baseCents')),
        ...change('money', '更正合计', of('correctionCents')),
        ...change('money', '{month} 的工资合计', of('totalCents'), { values: { month } }),
      ],
    }
  })
}
