import type { Store } from '#clients/stores/contract.ts'
import { lacksYesterday, platformNames, statusNames, statusTones } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { Deadline } from '#kit/ui/Deadline.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'

/** The columns of the stores on a customer's page. */
export function storeColumns(): Column<Store>[] {
  return [...identityColumns(), ...figureColumns()]
}

const identityColumns = (): Column<Store>[] => [
  {
    key: 'name',
    title: t('店铺'),
    pinned: true,
    phone: 'name',
    sort: true,
    width: 200,
    render: (row) => <RecordLink to={`/store-management/${row.id}`}>{row.name}</RecordLink>,
  },
  {
    key: 'platform',
    title: t('平台'),
    phone: 'note',
    width: 72,
    from: { field: 'platform', names: platformNames },
  },
  { key: 'leaderName', title: t('组长'), phone: 'note', width: 88 },
]

const figureColumns = (): Column<Store>[] => [
  {
    key: 'yesterdayVolume',
    title: t('昨日咨询'),
    type: 'count',
    phone: 'figure',
    sort: true,
    width: 104,
    render: (row) => (lacksYesterday(row) ? <Missing /> : undefined),
  },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    type: 'day',
    phone: 'figure',
    width: 160,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 88,
    from: { field: 'status', names: statusNames },
    render: (row) => <StatusTag tone={statusTones[row.status]} label={t(statusNames[row.status])} />,
  },
]
