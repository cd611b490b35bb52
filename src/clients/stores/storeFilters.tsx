import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import { customers } from '#clients/customers/contract.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { staff } from '#people/staff/contract.ts'
import { platformNames, statusNames } from './rules.ts'

type Key =
  | 'keyword'
  | 'platform'
  | 'leaderId'
  | 'contractEndFrom'
  | 'contractEndTo'
  | 'customerId'
  | 'staffId'
  | 'unbilled'
  | 'companyCode'

/**
 * The filters of the store list that the user may use. The filter for stores without a bill is shown only if a link
 * contains its month.
 */
export function storeFilters(
  user: Actor,
  companies: Choice<string>[],
  unbilled: string | null,
): Filter<Key>[] {
  const leader = { options: staff.options, query: { purpose: 'leader' } }
  const agent = { options: staff.options, query: { purpose: 'agent' } }
  // An agent has few stores, all under one head, and does not handle contracts.
  const overview = can(user, 'canReadCustomer')
    ? ([
        { ...leader, key: 'leaderId', label: t('组长'), control: 'remote' },
        { from: 'contractEndFrom', to: 'contractEndTo', label: t('合同到期'), control: 'days' },
        { key: 'customerId', label: t('客户'), control: 'remote', options: customers.options },
      ] as const)
    : []
  return [
    { key: 'keyword', label: t('店铺'), control: 'text', placeholder: t('名称或编号') },
    { key: 'platform', label: t('平台'), control: 'multi', options: choicesOf(platformNames) },
    ...overview,
    ...(can(user, 'canAssignStore')
      ? [{ ...agent, key: 'staffId', label: t('客服'), control: 'remote' } as const]
      : []),
    ...(unbilled && can(user, 'canChargeCustomer')
      ? [
          {
            key: 'unbilled',
            label: t('缺账单'),
            control: 'select',
            options: [{ value: unbilled, label: unbilled }],
          } as const,
        ]
      : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

/** 全部 and the statuses; 已停止 only for users who may read stopped stores. */
export function storeTabs(user: Actor) {
  const { stopped, ...live } = statusNames
  return statusTabs(can(user, 'canReadStopStore') ? { ...live, stopped } : live)
}
