import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { billFormatters, writtenOffText } from './cellFormatters.ts'
import type { Bill } from './contract.ts'
import { billName, kindNames, statementNames, statementTones, statusNames } from './rules.ts'
import { BillStatusTag } from './ui/BillStatusTag.tsx'
import { BILLS_PATH } from './ui/billsPath.tsx'
import { isIncomplete, MissingTag } from './ui/MissingTag.tsx'

/** Columns of the list of bills; `companies` is empty for users who see one company only. */
export function billColumns(companies: Choice<string>[]): Column<Bill>[] {
  return [
    name(),
    status(),
    ...parties(),
    ...(companies.length > 0 ? [company(companies)] : []),
    ...amounts(),
    ...progressColumns(),
  ]
}

/** Columns on a customer's page, which has less room: the column 核对 is hidden by default. */
export function billColumnsOfCustomer(): Column<Bill>[] {
  return [
    name(),
    status(),
    ...parties().filter(({ key }) => key !== 'customerName'),
    ...amounts(),
    ...progressColumns().map((column) => (column.key === 'check' ? { ...column, hidden: true } : column)),
  ]
}

const name = (): Column<Bill> => ({
  key: 'code',
  title: t('账单'),
  pinned: true,
  phone: 'name',
  width: 130,
  words: billFormatters.name,
  render: (row) => <RecordLink to={`${BILLS_PATH}/${row.id}`}>{billName(row)}</RecordLink>,
})

const parties = (): Column<Bill>[] => [
  { key: 'customerName', title: t('客户'), phone: 'note', width: 136 },
  { key: 'storeName', title: t('店铺'), phone: 'note', width: 126 },
  {
    key: 'platform',
    title: t('平台'),
    hidden: true,
    width: 72,
    from: { field: 'platform', names: platformNames },
  },
  { key: 'month', title: t('服务月份'), sort: true, width: 84 },
  { key: 'kind', title: t('类型'), phone: 'note', width: 60, from: { field: 'kind', names: kindNames } },
]

const company = (companies: Choice<string>[]): Column<Bill> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const amounts = (): Column<Bill>[] => [
  { key: 'totalCents', title: t('应收'), type: 'money', sort: true, phone: 'figure', width: 108 },
  { key: 'receivedCents', title: t('已收'), type: 'money', phone: 'figure', width: 100 },
  {
    key: 'writtenOffCents',
    title: t('核销'),
    type: 'money',
    hidden: true,
    width: 100,
    hint: t('不再收的款，计为坏账'),
  },
]

const progressColumns = (): Column<Bill>[] => [
  { key: 'dueOn', title: t('到期日'), type: 'day', sort: true, width: 94 },
  check(),
  { key: 'invoiceNo', title: t('发票号'), hidden: true, width: 184 },
  { key: 'issuedOn', title: t('出账日期'), type: 'day', hidden: true, width: 112 },
]

const status = (): Column<Bill> => ({
  key: 'status',
  title: t('状态'),
  phone: 'status',
  // In English “12 days overdue” is not cut off.
  width: 116,
  from: { field: 'status', names: statusNames },
  render: (row) => <BillStatusTag bill={row} />,
})

/** Missing data of a draft, the merchant's answer to an issued bill, and write-offs. */
const check = (): Column<Bill> => ({
  key: 'check',
  title: t('核对'),
  phone: 'remark',
  width: 92,
  words: billFormatters.check,
  hint: t('草稿：还缺什么，补齐后重新提出会跟着更新；出账后：商家在对账页面的回复'),
  render: (row) =>
    row.statement || row.writtenOffCents > 0 || isIncomplete(row) ? (
      <>
        <MissingTag bill={row} />
        {row.statement && (
          <StatusTag tone={statementTones[row.statement]} label={t(statementNames[row.statement])} />
        )}
        {writtenOffText(row.writtenOffCents).map((label) => (
          <StatusTag key={label} tone="grey" label={label} />
        ))}
      </>
    ) : undefined,
})
