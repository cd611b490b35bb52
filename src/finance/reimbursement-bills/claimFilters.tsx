import { monthAfter } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { categoryNames } from './rules.ts'

type Key = 'keyword' | 'month' | 'category' | 'from' | 'to' | 'mine' | 'companyCode'

/** Number of months in the filter, starting with next month. */
const MONTHS_OFFERED = 15

export function claimFilters(reviews: boolean, companies: Choice<string>[]): Filter<Key>[] {
  return [
    { key: 'keyword', label: t('报销单'), control: 'text', placeholder: t('单号、事由、姓名或凭证号') },
    {
      ...{ key: 'month', label: t('归属月份'), control: 'select' },
      options: monthsBack(monthAfter(thisMonth()), MONTHS_OFFERED),
    },
    { key: 'category', label: t('类别'), control: 'multi', options: choicesOf(categoryNames) },
    { from: 'from', to: 'to', label: t('提交日期'), control: 'days', future: false },
    ...(reviews ? ofReviewers() : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const ofReviewers = (): Filter<Key>[] => [
  {
    ...{ key: 'mine', label: t('范围'), control: 'select' },
    options: [{ value: 'true', label: t('只看我的') }],
  },
]
