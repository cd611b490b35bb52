import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { Deadline } from '#kit/ui/Deadline.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { HomeRecordsAnswer } from './answer.tsx'
import { ShortList } from './ShortList.tsx'

type Ending = HomeRecordsAnswer['contractsEnding']

/** 合同即将到期: customers to contact about a renewal. */
export function EndingContracts({ ending }: { ending: Ending }) {
  return (
    <ShortList
      title={t('合同即将到期')}
      hint={t('30 天以内，最早的在前')}
      all={ending.count > 0 ? { label: t('全部 {n} 份', { n: ending.count }), to: ending.link } : undefined}
      columns={columns()}
      rows={ending.items}
      rowKey={(row) => row.customerId}
      empty={{ text: t('30 天内没有合同到期'), hint: t('临近到期的合同会提前列在这里。') }}
    />
  )
}

const columns = (): Column<Ending['items'][number]>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 184,
    render: (row) => (
      <Link to={`/customer-management/${row.customerId}`} title={row.customerName}>
        {row.customerName}
      </Link>
    ),
  },
  { key: 'ownerName', title: t('负责商务'), phone: 'note', width: 112 },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    phone: 'remark',
    width: 152,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
]
