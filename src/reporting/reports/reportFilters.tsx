import { type Actor, can, reachOf } from '#access/can.ts'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { REPORT_PERIODS } from './reportDays.tsx'
import { MAX_DAYS } from './rules.ts'

type Key = 'from' | 'to' | 'platform' | 'storeId' | 'leaderId' | 'customerId' | 'only' | 'companyCode'

/** Whether the user sees the stores of several teams and needs a filter by leader. */
export function seesTeams(user: Actor): boolean {
  const reach = reachOf(user, 'canReportWorklog')
  return reach === 'company' || reach === 'all'
}

/** The filter bar of the daily store reports, without filters that make no sense for the user. */
export function reportFilters(
  user: Actor,
  companies: readonly Choice<string>[],
  only: readonly Choice<string>[],
): Filter<Key>[] {
  return [
    ...common(),
    ...(seesTeams(user) ? [leader()] : []),
    ...(can(user, 'canReadCustomer') ? [customer()] : []),
    { key: 'only', label: t('只看'), control: 'select', options: only },
    ...(companies.length > 0 ? [company(companies)] : []),
  ]
}

/** The filter bar of the customer report: by customer and owner. */
export function customerFilters(
  user: Actor,
  companies: readonly Choice<string>[],
  only: readonly Choice<string>[],
): Filter<Exclude<Key, 'leaderId'> | 'ownerId'>[] {
  const [days, platform, store] = common()
  return [
    ...(days ? [days] : []),
    customer(),
    ...(reachOf(user, 'canReadCustomer') === 'own' ? [] : [owner()]),
    ...(platform ? [platform] : []),
    ...(store ? [store] : []),
    { key: 'only', label: t('只看'), control: 'select', options: only },
    ...(companies.length > 0 ? [company(companies)] : []),
  ]
}

/** The filter bar of the agent report: by agent and team. */
export function workerFilters(
  user: Actor,
  companies: readonly Choice<string>[],
  only: readonly Choice<string>[],
): Filter<Key | 'staffId'>[] {
  const [days, platform, store] = common()
  return [
    ...(days ? [days] : []),
    ...(reachOf(user, 'canReportWorklog') === 'own' ? [] : [agent()]),
    ...(seesTeams(user) ? [leader()] : []),
    ...(platform ? [platform] : []),
    ...(store ? [store] : []),
    { key: 'only', label: t('只看'), control: 'select', options: only },
    ...(companies.length > 0 ? [company(companies)] : []),
  ]
}

const common = (): Filter<'from' | 'to' | 'platform' | 'storeId'>[] => [
  {
    from: 'from',
    to: 'to',
    label: t('日期'),
    control: 'days',
    maxDays: MAX_DAYS,
    future: false,
    clearable: false,
    presets: REPORT_PERIODS,
  },
  {
    key: 'platform',
    label: t('平台'),
    control: 'multi',
    options: Object.entries(platformNames).map(([value, name]) => ({ value, label: t(name) })),
  },
  { key: 'storeId', label: t('店铺'), control: 'remote', options: storeOptions, multiple: true },
]

const leader = (): Filter<Key> => ({
  key: 'leaderId',
  label: t('组长'),
  control: 'remote',
  options: staffOptions,
  query: { purpose: 'leader' },
})

const owner = (): Filter<'ownerId'> => ({
  key: 'ownerId',
  label: t('负责商务'),
  control: 'remote',
  options: staffOptions,
  query: { purpose: 'owner' },
})

const agent = (): Filter<'staffId'> => ({
  key: 'staffId',
  label: t('客服'),
  control: 'remote',
  options: staffOptions,
  query: { purpose: 'agent' },
  multiple: true,
})

const customer = (): Filter<'customerId'> => ({
  key: 'customerId',
  label: t('客户'),
  control: 'remote',
  options: customerOptions,
})

const company = (options: readonly Choice<string>[]): Filter<'companyCode'> => ({
  key: 'companyCode',
  label: t('公司'),
  control: 'multi',
  options,
})
