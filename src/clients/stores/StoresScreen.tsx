import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Actor, can, hideStoreSalary, reachOf } from '#access/can.ts'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { BatchAction, Choice, Filter, Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { bulkEditAction } from '#platform/bulk-edits/ui/bulkEditAction.tsx'
import { storeImports, useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { type Store, stores } from './contract.ts'
import { lacksYesterday, platformNames, statusNames } from './rules.ts'
import { storeColumns } from './storeColumns.tsx'
import { UnpricedBar } from './UnpricedBar.tsx'
import type { StoreFormProps } from './ui/StoreForm.tsx'

const StoreForm = lazyWindow<'StoreForm', StoreFormProps>(
  () => import('./ui/StoreForm.tsx'),
  'StoreForm',
  ({ store }) => store !== null,
)

const board = { key: 'board', icon: 'calendar', to: '/store-worklog/roster?by=store' } as const

/** From the list of stores without a bill, links to the bill proposals of that month. */
const proposeOf = (user: Actor, month: string | null) =>
  month !== null &&
  can(user, 'canChargeCustomer') && {
    key: 'propose',
    label: t('生成账单'),
    to: `/customer-bill-management?propose=${month}`,
  }

/** The text of an empty list, with a button for users who may create a store. */
const emptyOf = (create: { label: string; onClick: () => void } | undefined) => ({
  text: t('还没有店铺'),
  hint: create ? t('先登记客户，再为它开店铺。') : t('组长把店铺分配给您以后，会列在这里。'),
  action: create,
})

/** 店铺管理: the stores within the user's reach. `?new=1&customerId=3` opens the form for a new store of that customer. */
export function StoresScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const [first = 'store', ...others] = storeImports(user)
  const records = useRecordImport(first, ...others)
  const [params] = useSearchParams()
  const unbilled = params.get('unbilled')
  const [editing, setEditing] = useState<Store | 'new' | null>(null)
  useOpenFromAddress('new', () => setEditing('new'))
  const writes = can(user, 'canUpdateStore')
  const create = { label: t('新建店铺'), onClick: () => setEditing('new') }
  return (
    <>
      <ListPage
        endpoint={stores.list}
        name={t('店铺')}
        columns={storeColumns(companies, !hideStoreSalary(user))}
        filters={storeFilters(user, companies, { unbilled, price: params.get('price') })}
        summary={({ query, answer }) => (
          <UnpricedBar count={answer?.unpriced ?? 0} query={query} writes={writes} />
        )}
        tabs={storeTabs(user)}
        actions={[
          writes && { ...create, key: 'new', icon: 'plus', primary: true },
          can(user, 'canAssignStore') && { ...board, label: t('排班') },
          storeImports(user).length > 0 && records.action,
          proposeOf(user, unbilled),
        ]}
        rowActions={(row) => storeActions(user, row, () => setEditing(row))}
        batch={() => storeBatch(user)}
        empty={emptyOf(writes ? create : undefined)}
      />
      {records.window}
      <StoreForm
        store={editing}
        customerId={Number(params.get('customerId')) || undefined}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

/** The row actions of a store. If yesterday's figures are missing, the import comes first. */
function storeActions(user: Actor, store: Store, edit: () => void): Maybe<RowAction>[] {
  return [
    can(user, 'canReportWorklog') &&
      lacksYesterday(store) && { key: 'import', label: t('导入'), to: '/store-worklog/imports' },
    can(user, 'canUpdateStore') && { key: 'edit', label: t('编辑'), onClick: edit },
    can(user, 'canAssignStore') &&
      store.status !== 'stopped' && {
        key: 'assign',
        label: reachOf(user, 'canAssignStore') === 'own' ? t('安排替班') : t('分配'),
        to: `/store-management/${store.id}?tab=agents`,
      },
  ]
}

const LeaderForm = lazyPart(() => import('./LeaderForm.tsx'), 'LeaderForm')
const TermsBatchForm = lazyPart(() => import('./TermsBatchForm.tsx'), 'TermsBatchForm')

/** The batch actions for selected stores. */
function storeBatch(user: Actor): Maybe<BatchAction<Store>>[] {
  return [
    can(user, 'canUpdateStore') && bulkEditAction('store'),
    can(user, 'canUpdateStore') && {
      key: 'terms',
      label: t('设置计费'),
      form: (batch) => (
        <Suspense>
          <TermsBatchForm {...batch} />
        </Suspense>
      ),
    },
    can(user, 'canUpdateStore') && {
      key: 'leader',
      label: t('更换组长'),
      form: (batch) => (
        <Suspense>
          <LeaderForm {...batch} />
        </Suspense>
      ),
    },
  ]
}

type Key =
  | 'keyword'
  | 'platform'
  | 'leaderId'
  | 'contractEndFrom'
  | 'contractEndTo'
  | 'customerId'
  | 'staffId'
  | 'unbilled'
  | 'price'
  | 'companyCode'

/** The months in the address, by which a link of the closing's checklist filters. */
interface LinkedMonths {
  unbilled: string | null
  price: string | null
}

/**
 * The filters of the store list that the user may use. Months without a bill or without a price are offered only if a
 * link contains them.
 */
function storeFilters(
  user: Actor,
  companies: Choice<string>[],
  { unbilled, price }: LinkedMonths,
): Filter<Key>[] {
  const leader = { options: staffOptions, query: { purpose: 'leader' } }
  const agent = { options: staffOptions, query: { purpose: 'agent' } }
  // An agent has few stores, all under one head, and does not handle contracts.
  const overview = can(user, 'canReadCustomer')
    ? ([
        { ...leader, key: 'leaderId', label: t('组长'), control: 'remote' },
        { from: 'contractEndFrom', to: 'contractEndTo', label: t('合同到期'), control: 'days' },
        { key: 'customerId', label: t('客户'), control: 'remote', options: customerOptions },
      ] as const)
    : []
  return [
    { key: 'keyword', label: t('店铺'), control: 'text', placeholder: t('名称或编号') },
    { key: 'platform', label: t('平台'), control: 'multi', options: choicesOf(platformNames) },
    ...overview,
    ...(can(user, 'canAssignStore')
      ? [{ ...agent, key: 'staffId', label: t('客服'), control: 'remote' } as const]
      : []),
    ...(hideStoreSalary(user)
      ? []
      : [{ key: 'price', label: t('计费'), control: 'select', options: priceChoices(price) } as const]),
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

/** 未定价 as of today and, from a link, of a month. */
function priceChoices(linked: string | null): Choice<string>[] {
  const none = { value: 'none', label: t('未定价') }
  if (!linked || linked === none.value) return [none]
  return [none, { value: linked, label: t('{month} 有的天未定价', { month: linked }) }]
}

/** 全部 and the statuses; 已停止 only for users who may read stopped stores. */
function storeTabs(user: Actor) {
  const { stopped, ...live } = statusNames
  return statusTabs(can(user, 'canReadStopStore') ? { ...live, stopped } : live)
}
