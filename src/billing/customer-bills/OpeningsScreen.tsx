import { useState } from 'react'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { t } from '#kit/text.ts'
import { choicesOf, namesOf, statusTabs } from '#kit/ui/choices.tsx'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { BillSums } from './BillSums.tsx'
import { type Bill, customerBills } from './contract.ts'
import { openingBalances } from './contractOpenings.ts'
import { billName, openingKindNames, statusNames } from './rules.ts'
import { StoreOfCustomer } from './StoreOfCustomer.tsx'
import { BillStatusTag } from './ui/BillStatusTag.tsx'
import { BILLS_PATH } from './ui/billsPath.tsx'

/** 期初余额: receivables and deposits from before the first month of the books. */
export function OpeningsScreen() {
  const companies = useCompanyChoices()
  const [open, setOpen] = useState(false)
  const importing = useRecordImport('opening')
  const add = { label: t('登记期初'), onClick: () => setOpen(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={customerBills.list}
        name={t('期初余额')}
        fixed={{ origin: ['opening'] }}
        columns={columns(companies)}
        filters={filtersFor(companies)}
        tabs={statusTabs(TABS)}
        summary={({ answer }) => <BillSums sums={answer?.sums} />}
        actions={[{ ...add, key: 'new', icon: 'plus', primary: true }, importing.action]}
        empty={{
          text: t('还没有期初余额'),
          hint: t('开始使用前客户欠下的款和所收的押金，逐笔登记，或用模板一次导入。'),
          action: add,
        }}
      />
      {importing.window}
      <OpeningForm open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const { open, partial, paid } = statusNames
/** Opening balances have no drafts. */
const TABS = { open, partial, paid, void: statusNames.void }

const columns = (companies: Choice<string>[]): Column<Bill>[] => [
  {
    key: 'code',
    title: t('账单'),
    pinned: true,
    phone: 'name',
    width: 132,
    from: { field: 'code' },
    exported: 'always',
    render: (row) => <RecordLink to={`${BILLS_PATH}/${row.id}`}>{billName(row)}</RecordLink>,
  },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 112,
    from: { field: 'status', names: statusNames },
    render: (row) => <BillStatusTag bill={row} />,
  },
  {
    key: 'kind',
    title: t('类型'),
    phone: 'note',
    width: 88,
    from: { field: 'kind', names: openingKindNames },
  },
  { key: 'customerName', title: t('客户'), phone: 'note', width: 164 },
  { key: 'totalCents', title: t('金额'), type: 'money', sort: true, phone: 'figure', width: 104 },
  { key: 'receivedCents', title: t('已收'), type: 'money', phone: 'figure', width: 104 },
  { key: 'writtenOffCents', title: t('核销'), type: 'money', hidden: true, width: 100 },
  { key: 'storeName', title: t('店铺'), width: 120 },
  ...(companies.length > 0
    ? [
        {
          key: 'companyCode',
          title: t('公司'),
          hidden: true,
          width: 136,
          from: { field: 'companyCode', names: namesOf(companies) },
          exported: 'always' as const,
        },
      ]
    : []),
  { key: 'issuedOn', title: t('发生日期'), type: 'day', width: 100 },
  { key: 'dueOn', title: t('到期日'), type: 'day', sort: true, width: 100 },
  { key: 'earlierNo', title: t('原单号'), width: 104 },
  { key: 'note', title: t('备注'), hidden: true, width: 200 },
]

type Key = 'keyword' | 'kind' | 'customerId' | 'overdue' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('期初'), control: 'text', placeholder: t('单号、客户或店铺') },
  { key: 'kind', label: t('类型'), control: 'multi', options: choicesOf(openingKindNames) },
  { key: 'customerId', label: t('客户'), control: 'remote', options: customerOptions, multiple: true },
  { key: 'overdue', label: t('逾期'), control: 'select', options: choicesOf({ yes: '只看逾期' }) },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]

/** 登记期初: enters a receivable or deposit from before the first month of the books. */
function OpeningForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('登记期初')}
      endpoint={openingBalances.create}
      columns={2}
      defaults={{ kind: 'opening' }}
      fields={[
        { key: 'customerId', kind: 'picker', options: customerOptions, wide: true },
        {
          key: 'storeId',
          kind: 'custom',
          wide: true,
          render: (control) => <StoreOfCustomer {...control} />,
          when: ({ customerId }) => typeof customerId === 'number',
        },
        {
          key: 'kind',
          kind: 'select',
          options: choicesOf(openingKindNames),
          hint: t('预付没用完的款选期初押金：记为负债，以后用押金抵扣账单。'),
        },
        { key: 'amountCents', kind: 'money' },
        { key: 'onDay', kind: 'day', hint: t('须早于启用月份；不计入收入。') },
        { key: 'dueOn', kind: 'day', hint: t('不填就是发生日期后 15 天。') },
        { key: 'earlierNo', hint: t('原来账上的编号；同一天有几笔时用它区分。') },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
      doneText={t('已登记期初')}
    />
  )
}
