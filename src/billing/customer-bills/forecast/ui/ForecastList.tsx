import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { forecastFormatters } from '#billing/customer-bills/forecast/cellFormatters.ts'
import { type ForecastItem, receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { forecastTotals } from '#billing/customer-bills/forecast/totals.ts'
import { moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Answer, Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'

/** Forecast of an open month by store: issued bills, drafts and estimates. */
export function ForecastList({ switcher }: { switcher: ReactNode }) {
  const companies = useCompanyChoices()
  return (
    <ListPage
      endpoint={receivableForecast.read}
      name={t('收入预计')}
      columns={columns(companies)}
      filters={filtersFor(companies)}
      initial={{ month: thisMonth() }}
      sort="-totalCents"
      heading={{ title: t('收入预计'), hint: t('预计 = 已出账 + 草稿 + 推算'), views: switcher }}
      summary={({ answer }) => <Sums answer={answer} />}
      allTotals={forecastTotals}
      empty={{ text: t('这个月没有在服务的店铺'), hint: t('请换一个还没有结账的月份。') }}
    />
  )
}

function Sums({ answer }: { answer: Answer<typeof receivableForecast.read> | undefined }) {
  if (!answer) return <FigureStrip loading figures={[]} />
  const { sums, pending } = answer
  return (
    <FigureStrip
      figures={[
        { key: 'issued', name: t('已出账'), ...moneyFigure(sums.issuedCents) },
        { key: 'draft', name: t('草稿'), ...moneyFigure(sums.draftCents) },
        {
          key: 'estimated',
          name: t('推算'),
          ...moneyFigure(sums.estimatedCents),
          note: t('{n} 家店还没出账', { n: pending }),
          about: {
            formula: t('按现在的状态和价格算到月底；没有数据的天按已有数据的日均'),
            more: t('日均取本月已有的天（至少 7 天），否则取最近 28 天；大促日和平日分开算。'),
          },
        },
        { key: 'total', name: t('预计收入'), ...moneyFigure(sums.totalCents) },
      ]}
    />
  )
}

const columns = (companies: Choice<string>[]): Column<ForecastItem>[] => [
  {
    key: 'storeName',
    title: t('店铺'),
    pinned: true,
    phone: 'name',
    width: 168,
    words: forecastFormatters.store,
    render: ({ storeId, storeName }) =>
      storeId === null ? t('客户级账单') : <Link to={`/store-management/${storeId}`}>{storeName}</Link>,
  },
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'note',
    width: 168,
    render: ({ customerId, customerName }) => (
      <Link to={`/customer-management/${customerId}?tab=bills`}>{customerName}</Link>
    ),
  },
  ...(companies.length > 0
    ? [
        {
          key: 'companyCode',
          title: t('公司'),
          hidden: true,
          width: 136,
          from: { field: 'companyCode', names: namesOf(companies) },
        },
      ]
    : []),
  { key: 'issuedCents', title: t('已出账'), type: 'money', sort: true, width: 112 },
  { key: 'draftCents', title: t('草稿'), type: 'money', sort: true, width: 112 },
  { key: 'estimatedCents', title: t('推算'), type: 'money', sort: true, phone: 'figure', width: 112 },
  { key: 'totalCents', title: t('预计'), type: 'money', sort: true, phone: 'figure', width: 112 },
  { key: 'lacking', title: t('推算缺什么'), phone: 'remark', width: 168, words: forecastFormatters.lacking },
]

/** Number of months in the filter; older months are closed. */
const MONTHS = 12

type Key = 'keyword' | 'month' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('店铺'), control: 'text', placeholder: t('店铺或客户') },
  { key: 'month', label: t('月份'), control: 'select', options: monthsBack(thisMonth(), MONTHS) },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]
