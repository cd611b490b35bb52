import * as z from 'zod'
import { Cents } from '#kit/contract.ts'

const Fee = Cents.min(0)

/** A price tier: monthly fee up to a daily mean volume; null for no limit, in the last tier. */
const Tier = z.strictObject({
  upTo: z.int().min(1).max(1_000_000).nullable().meta({ title: '日均上限' }),
  monthlyCents: Fee.meta({ title: '月费' }),
})

/** A pricing model with its parameters; amounts in 分, rates in basis points. */
export const Pricing = z
  .discriminatedUnion('model', [
    z.strictObject({ model: z.literal('fixed'), monthlyCents: Fee.meta({ title: '月费' }) }),
    z.strictObject({
      model: z.literal('tier'),
      tiers: z
        .array(Tier)
        .min(1)
        .max(10)
        .refine(limitsIncrease, '日均上限要逐档增大，最后一档不设上限')
        .meta({ title: '档位' }),
    }),
    z.strictObject({
      model: z.literal('included'),
      monthlyCents: Fee.meta({ title: '月费' }),
      includedDaily: z.int().min(1).max(1_000_000).meta({ title: '每天包量' }),
      overageCents: Fee.meta({ title: '超量单价' }),
    }),
    z.strictObject({
      model: z.literal('commission'),
      baseCents: Fee.meta({ title: '底薪' }),
      rateBp: z.int().min(0).max(10_000).meta({ title: '提成比例' }),
    }),
    z.strictObject({ model: z.literal('daily'), dayCents: Fee.meta({ title: '每天单价' }) }),
    z.strictObject({
      model: z.literal('hourly'),
      hourCents: Fee.meta({ title: '每小时单价' }),
      hoursPerDay: z.int().min(1).max(240).meta({ title: '每天工时' }),
    }),
  ])
  .meta({ title: '计费方式' })

export type Pricing = z.output<typeof Pricing>

function limitsIncrease(tiers: readonly { upTo: number | null }[]): boolean {
  return tiers.every(({ upTo }, index) => {
    const before = tiers[index - 1]?.upTo ?? 0
    return index === tiers.length - 1 ? upTo === null : upTo !== null && upTo > before
  })
}
