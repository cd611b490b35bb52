import { t } from '#kit/text.ts'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'

/** Number of months in the filter. */
const MONTHS = 25

export type Key = 'keyword' | 'month' | 'companyCode'

/** Filters by customer, month and company; `companies` is empty for users who see one company only. */
export const tiesFilters = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('客户'), control: 'text', placeholder: t('名称') },
  { key: 'month', label: t('月份'), control: 'select', options: monthsBack(thisMonth(), MONTHS) },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]
