import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import { Deadline } from '#kit/ui/Deadline.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { Masked } from '#kit/ui/Masked.tsx'
import { column } from '#kit/ui/recordFields.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { Customer } from './contract.ts'
import { customerFields } from './fields.ts'
import { statusNames } from './rules.ts'
import { CustomerStatusTag } from './ui/CustomerStatusTag.tsx'

/**
 * The columns of the customer list. `companies` is empty for users from whom companies are hidden; `charges` adds
 * amounts.
 */
export function customerColumns(companies: Choice<string>[], charges: boolean): Column<Customer>[] {
  return [
    ...identityColumns(),
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    ...businessColumns(),
    ...(charges ? accountColumns() : []),
    ...contactColumns(),
    ...backgroundColumns(),
  ]
}

const identityColumns = (): Column<Customer>[] => [
  {
    key: 'name',
    title: t('客户'),
    exportTitle: t('客户名称'),
    pinned: true,
    phone: 'name',
    sort: true,
    width: 168,
    render: (row) => <RecordLink to={`/customer-management/${row.id}`}>{row.name}</RecordLink>,
  },
  { key: 'code', title: t('客户编号'), sort: true, width: 116, exported: 'always' },
]

const companyColumn = (companies: Choice<string>[]): Column<Customer> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
  exported: 'always',
})

const businessColumns = (): Column<Customer>[] => [
  { key: 'ownerName', title: t('负责商务'), phone: 'note', width: 80 },
  {
    key: 'storeCount',
    title: t('店铺数'),
    hint: t('未停止的店铺数'),
    type: 'count',
    phone: 'figure',
    width: 76,
  },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    exportTitle: t('合同结束日期'),
    type: 'day',
    phone: 'figure',
    sort: true,
    width: 136,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
]

const accountColumns = (): Column<Customer>[] => [
  {
    key: 'receivableCents',
    title: t('应收余额'),
    hint: t('已出账未收的款，减去待退的款'),
    type: 'money',
    sort: true,
    width: 116,
  },
  {
    key: 'depositCents',
    title: t('押金'),
    hint: t('现在所持的押金'),
    type: 'money',
    hidden: true,
    width: 112,
  },
]

const contactColumns = (): Column<Customer>[] => [
  { key: 'contact', title: t('联系人'), width: 76 },
  { key: 'mobile', title: t('手机号'), width: 112, render: (row) => <Masked value={row.mobile} /> },
  {
    key: 'wechat',
    title: t('微信号'),
    hidden: true,
    width: 124,
    render: (row) => <Masked value={row.wechat} />,
  },
]

const backgroundColumns = (): Column<Customer>[] => [
  column(customerFields, 'type', { hidden: true, width: 104 }),
  column(customerFields, 'source', { hidden: true, width: 104 }),
  column(customerFields, 'contractNo', { hidden: true, width: 136 }),
  column(customerFields, 'tags', { hidden: true, width: 160 }),
  { key: 'createdAt', title: t('创建时间'), type: 'instant', sort: true, hidden: true, width: 170 },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 76,
    from: { field: 'status', names: statusNames },
    render: (row) => <CustomerStatusTag status={row.status} />,
  },
]
