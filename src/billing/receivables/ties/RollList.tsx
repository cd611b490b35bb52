import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { methodNames } from '#billing/customer-bills/rules.ts'
import { statementPath } from '#billing/receivables/ageingColumns.tsx'
import { formatMoney, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Answer, Choice, Column } from '#kit/ui/list/declare.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { companyColumn } from './companyColumn.tsx'
import { type RollItem, receivableTies } from './contract.ts'
import { GapsNote } from './GapsNote.tsx'
import { tiesFilters } from './tiesFilters.tsx'
import { rollTotals } from './totals.ts'

type RollAnswer = Answer<typeof receivableTies.roll>

/** A 应收 and 预收 by customer. */
export function RollList({ switcher }: { switcher: ReactNode }) {
  const companies = useCompanyChoices()
  return (
    <ListPage
      endpoint={receivableTies.roll}
      name={t('应收滚动')}
      columns={columns(companies)}
      filters={tiesFilters(companies)}
      initial={{ month: thisMonth() }}
      sort="-closingCents"
      heading={{
        title: t('应收滚动'),
        hint: t('期末 = 期初 + 本期应收 − 收款 − 押金抵扣 − 冲减'),
        views: switcher,
      }}
      summary={({ answer }) => (
        <>
          <RollSums answer={answer} />
          <GapsNote gaps={answer?.gaps} rows={answer?.total} isSnapshot={answer?.kept} />
        </>
      )}
      allTotals={rollTotals}
      empty={{ text: t('这个月没有应收'), hint: t('有过账单和收款的客户列在这里；请换一个月份。') }}
    />
  )
}

function RollSums({ answer }: { answer: RollAnswer | undefined }) {
  if (!answer) return <FigureStrip loading figures={[]} />
  const { sums, money } = answer
  const moved = sums.advanceInCents - sums.advanceUsedCents
  const total = money.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <FigureStrip
      figures={[
        { key: 'opening', name: t('期初应收'), ...moneyFigure(sums.openingCents) },
        { key: 'billed', name: t('本期应收'), ...moneyFigure(sums.billedCents) },
        {
          key: 'money',
          name: t('收到的款'),
          ...moneyFigure(total),
          note: money
            .map(({ method, cents }) => `${t(methodNames[method])} ${formatMoney(cents)}`)
            .join(t('；')),
          about: {
            formula: t('按收款日合计 = 收款 + 预收的变动'),
            more: t('{money} = 收款 {received} + 预收变动 {moved}', {
              money: formatMoney(total),
              received: formatMoney(sums.receivedCents),
              moved: formatMoney(moved),
            }),
          },
        },
        {
          key: 'closing',
          name: t('期末应收'),
          ...moneyFigure(sums.closingCents),
          note:
            sums.creditCents < 0 ? t('待退 {money}', { money: formatMoney(-sums.creditCents) }) : undefined,
        },
        { key: 'advance', name: t('期末预收'), ...moneyFigure(sums.advanceClosingCents) },
      ]}
    />
  )
}

const columns = (companies: Choice<string>[]): Column<RollItem>[] => [
  {
    key: 'name',
    title: t('客户'),
    pinned: true,
    phone: 'name',
    width: 168,
    render: ({ id, name }) => <Link to={statementPath(id)}>{name}</Link>,
  },
  ...companyColumn<RollItem>(companies),
  { key: 'openingCents', title: t('期初'), type: 'money', sort: true, width: 112 },
  {
    key: 'billedCents',
    title: t('本期应收'),
    type: 'money',
    sort: true,
    width: 112,
    hint: t('出账日在本月的账单，退款为负'),
  },
  { key: 'receivedCents', title: t('收款'), type: 'money', sort: true, width: 112 },
  { key: 'byDepositCents', title: t('押金抵扣'), type: 'money', width: 104 },
  {
    key: 'reducedCents',
    title: t('冲减'),
    type: 'money',
    width: 104,
    hint: t('核销，以及作废的已结账月份的账单'),
  },
  { key: 'closingCents', title: t('期末'), type: 'money', sort: true, phone: 'figure', width: 112 },
  { key: 'creditCents', title: t('待退'), type: 'money', sort: true, phone: 'figure', width: 104 },
  { key: 'advanceOpeningCents', title: t('预收期初'), type: 'money', hidden: true, width: 112 },
  {
    key: 'advanceInCents',
    title: t('新增预收'),
    type: 'money',
    hidden: true,
    width: 112,
    hint: t('本月收到、账单以后才出的款'),
  },
  { key: 'advanceUsedCents', title: t('预收转应收'), type: 'money', hidden: true, width: 112 },
  { key: 'advanceClosingCents', title: t('预收期末'), type: 'money', width: 112 },
]
