import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ForecastList } from '#billing/customer-bills/forecast/ui/ForecastList.tsx'
import { statementPath } from '#billing/receivables/ageingColumns.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { BridgeList } from './BridgeList.tsx'
import { companyColumn } from './companyColumn.tsx'
import { type DepositItem, receivableTies } from './contract.ts'
import { GapsNote } from './GapsNote.tsx'
import { RollList } from './RollList.tsx'
import { tiesFilters } from './tiesFilters.tsx'
import { depositTotals } from './totals.ts'
import { VIEWS, type View, viewNames } from './views.ts'

/** C 押金: deposit accounts by customer. */
function DepositsList({ switcher }: { switcher: ReactNode }) {
  const companies = useCompanyChoices()
  return (
    <ListPage
      endpoint={receivableTies.deposits}
      name={t('押金滚动')}
      columns={columns(companies)}
      filters={tiesFilters(companies)}
      initial={{ month: thisMonth() }}
      sort="-closingCents"
      heading={{ title: t('押金滚动'), hint: t('期末 = 期初 + 收取 − 退还 − 抵扣'), views: switcher }}
      summary={({ answer }) => (
        <GapsNote gaps={answer?.gaps} rows={answer?.total} isSnapshot={answer?.kept} />
      )}
      allTotals={depositTotals}
      empty={{ text: t('这个月没有押金'), hint: t('收过押金的客户列在这里；请换一个月份。') }}
    />
  )
}

const columns = (companies: Choice<string>[]): Column<DepositItem>[] => [
  {
    key: 'name',
    title: t('客户'),
    pinned: true,
    phone: 'name',
    width: 168,
    render: ({ id, name }) => <Link to={statementPath(id)}>{name}</Link>,
  },
  ...companyColumn<DepositItem>(companies),
  { key: 'openingCents', title: t('期初'), type: 'money', sort: true, width: 120 },
  { key: 'receivedCents', title: t('收取'), type: 'money', sort: true, width: 120 },
  { key: 'refundedCents', title: t('退还'), type: 'money', sort: true, width: 120 },
  { key: 'usedCents', title: t('抵扣账单'), type: 'money', sort: true, width: 120 },
  { key: 'closingCents', title: t('期末'), type: 'money', sort: true, phone: 'figure', width: 120 },
]

const LISTS: Record<View, (props: { switcher: ReactNode }) => ReactNode> = {
  roll: RollList,
  bridge: BridgeList,
  deposits: DepositsList,
  forecast: ForecastList,
}

/** 应收核对: reconciliation of a month's accounts by customer, with the gaps. */
export function TiesScreen() {
  const [text, setText] = useAddressText('view')
  const view = VIEWS.find((one) => one === text) ?? 'roll'
  const List = LISTS[view]
  return (
    <>
      <Watermark />
      <List
        key={view}
        switcher={
          <Segmented<View>
            options={VIEWS.map((value) => ({ value, label: t(viewNames[value]) }))}
            value={view}
            onChange={(next) => setText(next === 'roll' ? undefined : next)}
            aria-label={t('看什么')}
          />
        }
      />
    </>
  )
}
