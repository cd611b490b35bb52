import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { statementPath } from '#billing/receivables/ageingColumns.tsx'
import { formatMoney, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Answer, Choice, Column } from '#kit/ui/list/declare.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { companyColumn } from './companyColumn.tsx'
import { type BridgeItem, receivableTies } from './contract.ts'
import { GapsNote } from './GapsNote.tsx'
import { tiesFilters } from './tiesFilters.tsx'
import { bridgeTotals } from './totals.ts'

type Sums = Answer<typeof receivableTies.bridge>['sums']

/** B 收入到应收 by customer: from the revenue of the service month to the amount billed in the month. */
export function BridgeList({ switcher }: { switcher: ReactNode }) {
  const companies = useCompanyChoices()
  return (
    <ListPage
      endpoint={receivableTies.bridge}
      name={t('收入到应收')}
      columns={columns(companies)}
      filters={tiesFilters(companies)}
      initial={{ month: thisMonth() }}
      sort="-revenueCents"
      heading={{
        title: t('收入到应收'),
        views: switcher,
        hint: t('本期应收 = 收入 −（未出账期末 − 期初）+（已出账未到期期末 − 期初）'),
      }}
      summary={({ answer }) => (
        <>
          <BridgeSums sums={answer?.sums} />
          <GapsNote gaps={answer?.gaps} rows={answer?.total} isSnapshot={answer?.kept} />
        </>
      )}
      allTotals={bridgeTotals}
      empty={{ text: t('这个月没有收入'), hint: t('有收入或已出账的客户列在这里；请换一个月份。') }}
    />
  )
}

function BridgeSums({ sums }: { sums: Sums | undefined }) {
  if (!sums) return <FigureStrip loading figures={[]} />
  const from = (cents: number) => t('期初 {money}', { money: formatMoney(cents) })
  return (
    <FigureStrip
      figures={[
        { key: 'revenue', name: t('应计收入'), ...moneyFigure(sums.revenueCents) },
        {
          key: 'unbilled',
          name: t('未出账收入'),
          ...moneyFigure(sums.unbilledAfterCents),
          note: from(sums.unbilledBeforeCents),
        },
        {
          key: 'ahead',
          name: t('已出账未到期'),
          ...moneyFigure(sums.aheadAfterCents),
          note: from(sums.aheadBeforeCents),
        },
        { key: 'billed', name: t('本期应收'), ...moneyFigure(sums.billedCents), note: t('不含押金和期初') },
      ]}
    />
  )
}

const columns = (companies: Choice<string>[]): Column<BridgeItem>[] => [
  {
    key: 'name',
    title: t('客户'),
    pinned: true,
    phone: 'name',
    width: 168,
    render: ({ id, name }) => <Link to={statementPath(id)}>{name}</Link>,
  },
  ...companyColumn<BridgeItem>(companies),
  { key: 'revenueCents', title: t('应计收入'), type: 'money', sort: true, phone: 'figure', width: 120 },
  {
    key: 'unbilledBeforeCents',
    title: t('未出账期初'),
    type: 'money',
    width: 120,
    hint: t('以前月份的服务，本月初还没有出账'),
  },
  {
    key: 'unbilledAfterCents',
    title: t('未出账期末'),
    type: 'money',
    sort: true,
    width: 120,
    hint: t('到本月为止的服务，本月末还没有出账'),
  },
  { key: 'aheadBeforeCents', title: t('已出账未到期期初'), type: 'money', width: 136 },
  {
    key: 'aheadAfterCents',
    title: t('已出账未到期期末'),
    type: 'money',
    sort: true,
    width: 136,
    hint: t('已出账、以后月份的服务'),
  },
  { key: 'billedCents', title: t('本期应收'), type: 'money', sort: true, phone: 'figure', width: 120 },
]
