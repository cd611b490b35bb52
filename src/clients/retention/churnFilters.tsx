import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { reasonNames } from '#clients/churn-records/rules.ts'
import type { DaysWord } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { staff } from '#people/staff/contract.ts'

type Key = 'keyword' | 'reason' | 'ownerId' | 'leaderId' | 'from' | 'to' | 'companyCode'

/** The maximum number of days that the charts cover. */
const MAX_DAYS = 1_098

/** The default period: this month and the eleven before it. */
export const DEFAULT_MONTHS = { from: 'months12' } as const

const WORDS: readonly DaysWord[] = ['monthSoFar', 'months3', 'months12', 'year', 'lastYear']

export function churnFilters(subject: ChurnSubject, user: Actor, companies: Choice<string>[]): Filter<Key>[] {
  const seesOwners = reachOf(user, 'canReadCustomer') !== 'own'
  return [
    {
      key: 'keyword',
      label: subject === 'store' ? t('店铺') : t('客户'),
      control: 'text',
      placeholder: t('名称或编号'),
    },
    {
      ...{ from: 'from', to: 'to', label: t('发现日期'), control: 'days', clearable: false },
      ...{ maxDays: MAX_DAYS, future: false, presets: WORDS },
    },
    { key: 'reason', label: t('流失原因'), control: 'multi', options: choicesOf(reasonNames) },
    ...(seesOwners ? [personFilter('ownerId', t('负责商务'), 'owner')] : []),
    ...(seesOwners && subject === 'store' ? [personFilter('leaderId', t('组长'), 'leader')] : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const personFilter = (key: 'ownerId' | 'leaderId', label: string, purpose: string): Filter<Key> => ({
  ...{ key, label, control: 'remote', options: staff.options, query: { purpose } },
})
