import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import { staff } from '#features/staff/contract.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { DayPreset } from '#kit/ui/dayPresets.ts'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import type { ChurnSubject } from './contract.ts'
import { reasonNames } from './rules.ts'

type Key = 'keyword' | 'reason' | 'ownerId' | 'leaderId' | 'from' | 'to' | 'companyCode'

/** The longest span that the charts are made for. */
const MAX_DAYS = 1_098

/** The first day of the month that lies `back` months before the one of a day. */
function monthsBack(day: string, back: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

const now = () => today(() => new Date())

/** The months that the screens show as long as nobody has asked for others: this one and the eleven before it. */
export function usualMonths(): { from: string; to: string } {
  return { from: monthsBack(now(), 11), to: now() }
}

function presets(): DayPreset[] {
  const to = now()
  const year = to.slice(0, 4)
  return [
    { label: '本月', from: `${monthOf(to)}-01`, to },
    { label: '近3个月', from: monthsBack(to, 2), to },
    { label: '近12个月', ...usualMonths() },
    { label: '今年', from: `${year}-01-01`, to },
    { label: '去年', from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` },
  ]
}

/** The search form of the records of one kind. */
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
      ...{ maxDays: MAX_DAYS, future: false, presets: presets() },
    },
    { key: 'reason', label: t('流失原因'), control: 'multi', options: choicesOf(reasonNames) },
    ...(seesOwners ? [person('ownerId', t('负责商务'), 'owner')] : []),
    ...(seesOwners && subject === 'store' ? [person('leaderId', t('组长'), 'leader')] : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const person = (key: 'ownerId' | 'leaderId', label: string, purpose: string): Filter<Key> => ({
  ...{ key, label, control: 'remote', options: staff.options, query: { purpose } },
})
