import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import { Deadline } from '#kit/ui/Deadline.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { Store } from './contract.ts'
import { platformNames, serviceTypeNames, statusNames } from './rules.ts'
import { pricingColumn } from './ui/pricingColumn.tsx'
import { StoreStatusTag } from './ui/StoreStatusTag.tsx'
import { YesterdayVolume } from './YesterdayVolume.tsx'

/** The columns of the store list. `companies` is empty for users from whom companies are hidden. */
export function storeColumns(companies: Choice<string>[], seesPay: boolean): Column<Store>[] {
  const chosen = [...(companies.length > 0 ? [companyColumn(companies)] : []), ...serviceColumns()]
  const money = seesPay ? [pricingColumn(), salaryColumn()] : []
  return [...identityColumns(), ...chosen, ...money, ...backgroundColumns()]
}

const identityColumns = (): Column<Store>[] => [
  {
    key: 'name',
    title: t('店铺'),
    exportTitle: t('店铺名称'),
    pinned: true,
    phone: 'name',
    sort: true,
    width: 168,
    render: (row) => <RecordLink to={`/store-management/${row.id}`}>{row.name}</RecordLink>,
  },
  { key: 'code', title: t('店铺编号'), sort: true, hidden: true, width: 104, exported: 'always' },
  {
    key: 'platform',
    title: t('平台'),
    phone: 'note',
    width: 80,
    from: { field: 'platform', names: platformNames },
  },
  { key: 'customerName', title: t('客户'), phone: 'note', sort: true, width: 140 },
]

const companyColumn = (companies: Choice<string>[]): Column<Store> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
  exported: 'always',
})

const serviceColumns = (): Column<Store>[] => [
  { key: 'leaderName', title: t('组长'), exportTitle: t('负责组长'), width: 64 },
  { key: 'agents', title: t('客服'), hint: t('今天分配在这家店铺的客服'), width: 104 },
  {
    key: 'yesterdayVolume',
    title: t('昨日咨询'),
    type: 'count',
    phone: 'figure',
    sort: true,
    width: 88,
    render: (row) => <YesterdayVolume store={row} />,
  },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    exportTitle: t('合同到期日'),
    type: 'day',
    phone: 'figure',
    sort: true,
    width: 140,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
]

const salaryColumn = (): Column<Store> => ({
  key: 'storeSalaryCents',
  title: t('店铺工资'),
  hint: t('今天生效的，每月'),
  type: 'money',
  hidden: true,
  width: 112,
})

const backgroundColumns = (): Column<Store>[] => [
  { key: 'ownerName', title: t('负责商务'), hidden: true, width: 96 },
  { key: 'category', title: t('类目'), hidden: true, width: 104 },
  {
    key: 'serviceTypes',
    title: t('服务类型'),
    hidden: true,
    width: 136,
    from: { field: 'serviceTypes', names: serviceTypeNames },
  },
  { key: 'targetReplyRateBp', title: t('目标回复率'), type: 'rate', hidden: true },
  { key: 'onlineOn', title: t('上线日期'), type: 'day', sort: true, hidden: true },
  { key: 'createdAt', title: t('创建时间'), type: 'instant', sort: true, hidden: true },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 80,
    from: { field: 'status', names: statusNames },
    render: (row) => <StoreStatusTag status={row.status} />,
  },
]
