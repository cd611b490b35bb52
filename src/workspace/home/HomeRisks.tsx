import { Link } from 'react-router'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'
import { ShortList } from './ShortList.tsx'

type AtRisk = NonNullable<HomeMoneyAnswer['atRisk']>
type Risk = AtRisk['items'][number]

/** 可能少收的钱: customers who may be lost or pay late, each with one suggested action. */
export function HomeRisks({ atRisk: { count, items } }: { atRisk: AtRisk }) {
  return (
    <ShortList
      title={t('可能少收的钱')}
      hint={count > 0 ? t('{n} 位客户，按月费从大到小', { n: count }) : ''}
      columns={columns()}
      rows={items}
      rowKey={(row) => row.customerId}
      rowActions={({ why, link }) => [{ key: 'step', label: t(STEPS[why]), to: link }]}
      empty={{ text: t('没有要担心的客户'), hint: t('咨询量下降、逾期和合同到期的客户列在这里。') }}
    />
  )
}

const STEPS: Record<Risk['why'], string> = { zero: '联系', fall: '联系', overdue: '催收', ending: '续签' }

function reasonOf({ why, value }: Risk): string {
  if (why === 'zero') return t('咨询量归零')
  if (why === 'fall') return t('咨询量下降 {rate}', { rate: formatRate(Math.abs(value ?? 0), 1) })
  if (why === 'overdue') return t('逾期 {n} 天', { n: value ?? 0 })
  return value === 0 ? t('合同今天到期') : t('合同还有 {n} 天到期', { n: value ?? 0 })
}

const columns = (): Column<Risk>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 200,
    render: ({ customerId, customerName }) => (
      <Link to={`/customer-management/${customerId}`} title={customerName}>
        {customerName}
      </Link>
    ),
  },
  { key: 'why', title: t('为什么'), phone: 'remark', width: 240, render: reasonOf },
  { key: 'feeCents', title: t('月费'), type: 'money', phone: 'figure', width: 120 },
]
