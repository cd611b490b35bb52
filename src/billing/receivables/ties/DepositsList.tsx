import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { statementPath } from '#billing/receivables/ageingColumns.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { companyColumn } from './companyColumn.tsx'
import type { DepositItem } from './contract.ts'
import { receivableTies } from './contract.ts'
import { GapsNote } from './GapsNote.tsx'
import { tiesFilters } from './tiesFilters.tsx'

/** C 押金: deposit accounts by customer. */
export function DepositsList({ switcher }: { switcher: ReactNode }) {
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
      summary={({ answer }) => <GapsNote gaps={answer?.gaps} isSnapshot={answer?.kept} />}
      allTotals={({ sums, total }) => ({ note: t('{n} 位客户', { n: total }), cells: { ...sums } })}
      empty={{ text: t('这个月没有押金'), hint: t('收过押金的客户列在这里；请换一个月份。') }}
    />
  )
}

const columns = (companies: Choice<string>[]): Column<DepositItem>[] => [
  {
    ...{ key: 'name', title: t('客户'), pinned: true, phone: 'name', width: 168 },
    render: ({ id, name }) => <Link to={statementPath(id)}>{name}</Link>,
  },
  ...companyColumn<DepositItem>(companies),
  { key: 'openingCents', title: t('期初'), type: 'money', sort: true, width: 120 },
  { key: 'receivedCents', title: t('收取'), type: 'money', sort: true, width: 120 },
  { key: 'refundedCents', title: t('退还'), type: 'money', sort: true, width: 120 },
  { key: 'usedCents', title: t('抵扣账单'), type: 'money', sort: true, width: 120 },
  { key: 'closingCents', title: t('期末'), type: 'money', sort: true, phone: 'figure', width: 120 },
]
