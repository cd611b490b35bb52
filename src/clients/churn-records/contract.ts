import * as z from 'zod'

export const ChurnSubject = z.enum(['customer', 'store']).meta({ title: '对象' })

export const ChurnStatus = z.enum(['retaining', 'churned', 'won_back', 'cancelled']).meta({ title: '状态' })

export const ChurnReason = z
  .enum([
    'service_quality',
    'price',
    'peak_capacity',
    'category_fit',
    'staff_turnover',
    'communication',
    'closed_shop',
    'in_house',
    'season',
    'banned',
    'arrears',
    'other_vendor',
    'we_ended_it',
    'other',
  ])
  .meta({ title: '流失原因' })

export const RetentionOutcome = z.enum(['open', 'helped', 'failed']).meta({ title: '效果' })

export type ChurnSubject = z.output<typeof ChurnSubject>

export type ChurnStatus = z.output<typeof ChurnStatus>

export type ChurnReason = z.output<typeof ChurnReason>

export type RetentionOutcome = z.output<typeof RetentionOutcome>
