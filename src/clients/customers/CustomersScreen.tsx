import { Suspense, useState } from 'react'
import { type Actor, can, reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { BatchAction, Choice, Filter, Maybe } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { bulkEditAction } from '#platform/bulk-edits/ui/bulkEditAction.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { type Customer, customers } from './contract.ts'
import { customerColumns } from './customerColumns.tsx'
import { dueNames, owingNames, statusNames } from './rules.ts'
import type { CustomerFormProps } from './ui/CustomerForm.tsx'

const CustomerForm = lazyWindow<'CustomerForm', CustomerFormProps>(
  () => import('./ui/CustomerForm.tsx'),
  'CustomerForm',
  ({ customer }) => customer !== null,
)

const TransferForm = lazyPart(() => import('./ui/TransferForm.tsx'), 'TransferForm')

/** 客户管理: the customers within the user's reach. */
export function CustomersScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const [editing, setEditing] = useState<Customer | 'new' | null>(null)
  const importing = useRecordImport('customer')
  useOpenFromAddress('new', () => setEditing('new'))
  const create = { label: t('新建客户'), onClick: () => setEditing('new') }
  const writes = can(user, 'canUpdateCustomer')
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={customers.list}
        name={t('客户')}
        columns={customerColumns(companies, can(user, 'canChargeCustomer'))}
        filters={filtersFor(user, companies)}
        tabs={statusTabs(statusNames)}
        actions={[
          writes && { ...create, key: 'new', icon: 'plus', primary: true },
          writes && importing.action,
        ]}
        rowActions={(row) => [writes && { key: 'edit', label: t('编辑'), onClick: () => setEditing(row) }]}
        batch={() => customerBatch(user)}
        empty={{
          text: t('还没有客户'),
          hint: writes
            ? t('登记商家和合同，再为它开店铺。')
            : t('店铺交给您的小组后，它们的客户会列在这里。'),
          action: writes ? create : undefined,
        }}
      />
      {importing.window}
      <CustomerForm customer={editing} onClose={() => setEditing(null)} />
    </>
  )
}

/** The batch actions for selected customers. */
function customerBatch(user: Actor): Maybe<BatchAction<Customer>>[] {
  return [
    can(user, 'canTransferCustomer') && transferBatch(),
    can(user, 'canUpdateCustomer') && bulkEditAction('customer'),
  ]
}

const transferBatch = (): BatchAction<Customer> => ({
  key: 'transfer',
  label: t('移交'),
  form: ({ rows, run, close }) => (
    <Suspense>
      <TransferForm rows={rows} onClose={close} onDone={(results) => void run(async () => results)} />
    </Suspense>
  ),
})

type Key =
  | 'keyword'
  | 'contractDue'
  | 'ownerId'
  | 'contractEndFrom'
  | 'contractEndTo'
  | 'owing'
  | 'companyCode'

function filtersFor(user: Actor, companies: Choice<string>[]): Filter<Key>[] {
  const owner: Filter<Key> = {
    key: 'ownerId',
    label: t('负责商务'),
    control: 'remote',
    options: staffOptions,
    query: { purpose: 'owner' },
  }
  return [
    { key: 'keyword', label: t('客户'), control: 'text', placeholder: t('名称或编号') },
    ...(reachOf(user, 'canReadCustomer') === 'own' ? [] : [owner]),
    { key: 'contractDue', label: t('合同提醒'), control: 'select', options: choicesOf(dueNames) },
    ...(can(user, 'canChargeCustomer')
      ? [{ key: 'owing', label: t('欠款'), control: 'select', options: choicesOf(owingNames) } as const]
      : []),
    { from: 'contractEndFrom', to: 'contractEndTo', label: t('合同到期'), control: 'days' },
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}
