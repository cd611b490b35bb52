import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Actor } from '#access/can.ts'
import { can, hideStoreSalary } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { storeImports, useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import type { Store } from './contract.ts'
import { stores } from './contract.ts'
import { storeActions, storeBatch } from './storeActions.tsx'
import { storeColumns } from './storeColumns.tsx'
import { storeFilters, storeTabs } from './storeFilters.tsx'
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
        filters={storeFilters(user, companies, unbilled)}
        tabs={storeTabs(user)}
        actions={[
          writes && { ...create, key: 'new', icon: 'plus', primary: true },
          can(user, 'canAssignStore') && { ...board, label: t('排班') },
          ...[storeImports(user).length > 0 && records.action, proposeOf(user, unbilled)],
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
