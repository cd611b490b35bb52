import { type Actor, hideStoreSalary } from '#access/can.ts'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { reasonNames, statusNames } from '#clients/churn-records/rules.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { ChurnStatusTag } from './ChurnStatusTag.tsx'
import type { ChurnRecord } from './contract.ts'

export const lostPath = { customer: '/customer-lost-record', store: '/store-lost-record' } as const

/** The name of the store, or of the customer. */
export const subjectName = (row: ChurnRecord) => row.storeName ?? row.customerName

/** The columns of the list. `companies` is empty for users from whom companies are hidden. */
export function churnColumns(
  subject: ChurnSubject,
  user: Actor,
  companies: Choice<string>[],
): Column<ChurnRecord>[] {
  const isStore = subject === 'store'
  return [
    nameColumn(subject),
    ...(isStore ? storeColumns() : []),
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    ...lossColumns(isStore),
    ...(hideStoreSalary(user) ? [] : [feeColumn(), unpaidColumn()]),
    ...peopleColumns(isStore),
    statusColumn(),
  ]
}

const nameColumn = (subject: ChurnSubject): Column<ChurnRecord> => ({
  key: 'name',
  title: subject === 'store' ? t('店铺') : t('客户'),
  pinned: true,
  phone: 'name',
  width: 168,
  from: { field: subject === 'store' ? 'storeName' : 'customerName' },
  render: (row) => <RecordLink to={`${lostPath[subject]}/${row.id}`}>{subjectName(row)}</RecordLink>,
})

const storeColumns = (): Column<ChurnRecord>[] => [
  {
    key: 'platform',
    title: t('平台'),
    width: 72,
    phone: 'note',
    from: { field: 'platform', names: platformNames },
  },
  { key: 'customerName', title: t('客户'), width: 128 },
]

const companyColumn = (companies: Choice<string>[]): Column<ChurnRecord> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const lossColumns = (isStore: boolean): Column<ChurnRecord>[] => [
  { key: 'detectedOn', title: t('发现日期'), type: 'day', sort: true, width: 104, phone: 'note' },
  {
    key: 'stopOn',
    title: t('停止日期'),
    hint: t('挽留中为预计停止日期，确认后为最后服务日'),
    type: 'day',
    sort: true,
    width: 112,
    phone: 'figure',
  },
  {
    key: 'reason',
    title: t('流失原因'),
    width: 108,
    phone: 'remark',
    from: { field: 'reason', names: reasonNames },
  },
  {
    key: 'tenureDays',
    title: t('服务天数'),
    hint: t('从首个服务日到最后服务日，确认流失时留存'),
    type: 'count',
    hidden: isStore,
    width: 112,
  },
]

const feeColumn = (): Column<ChurnRecord> => ({
  key: 'monthlyFeeCents',
  title: t('流失月费'),
  hint: t('确认流失时按最后服务日的计费条款留存'),
  type: 'money',
  phone: 'figure',
  width: 104,
})

const unpaidColumn = (): Column<ChurnRecord> => ({
  key: 'unpaidCents',
  title: t('欠费'),
  hint: t('确认流失时还没有收齐的款，待退的已减去'),
  type: 'money',
  hidden: true,
  width: 112,
})

const peopleColumns = (isStore: boolean): Column<ChurnRecord>[] => [
  { key: 'ownerName', title: t('负责商务'), width: 80 },
  ...(isStore ? [{ key: 'leaderName', title: t('组长'), width: 72 }] : []),
  { key: 'handlerName', title: t('跟进人'), hidden: true, width: 96 },
  { key: 'measureCount', title: t('措施'), type: 'count', hidden: true, width: 72 },
  { key: 'confirmedOn', title: t('确认日期'), type: 'day', sort: true, hidden: true, width: 120 },
  {
    key: 'takenOver',
    title: t('期初'),
    hint: t('启用系统前已流失，随资料导入'),
    hidden: true,
    width: 88,
    from: { field: 'takenOver', names: { true: '是', false: '否' } },
  },
  { key: 'wonBackOn', title: t('召回日期'), type: 'day', hidden: true, width: 112 },
  { key: 'note', title: t('情况说明'), hidden: true, width: 200 },
]

const statusColumn = (): Column<ChurnRecord> => ({
  key: 'status',
  title: t('状态'),
  phone: 'status',
  width: 80,
  from: { field: 'status', names: statusNames },
  render: (row) => <ChurnStatusTag status={row.status} />,
})
