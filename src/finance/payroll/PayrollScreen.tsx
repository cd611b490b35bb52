import { Link } from 'react-router'
import type * as z from 'zod'
import { monthBefore } from '#kit/calendar.ts'
import { formatMoney, moneyFigure } from '#kit/format.ts'
import { changeBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { choicesOf, namesOf } from '#kit/ui/choices.tsx'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type PayRow, payroll } from './contract.ts'
import { PayDrawer } from './PayDrawer.tsx'
import { onlyNames } from './rules.ts'
import { payTotals } from './totals.ts'

/** 店铺工资: pay of all staff for a month, with details per person. */
export function PayrollScreen() {
  const companies = useCompanyChoices()
  const [open, setOpen, linkTo] = useOpenNumber('person')
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={payroll.list}
        name={t('店铺工资')}
        columns={payColumns(companies, linkTo)}
        filters={filtersFor(companies)}
        initial={{ month: monthBefore(thisMonth()) }}
        sort="-totalCents"
        summary={({ answer }) => <PaySums answer={answer} />}
        rowKey={({ staffId }) => staffId}
        allTotals={payTotals}
        empty={{
          text: t('这个月没有人'),
          hint: t('当月在职的员工都在这里；请换一个月份，或放宽筛选。'),
        }}
      />
      {open !== undefined && <PayDrawer staffId={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Number of months in the filter. */
const MONTHS = 25

type Key = 'keyword' | 'month' | 'only' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('员工'), control: 'text', placeholder: t('姓名、拼音或工号') },
  { key: 'month', label: t('月份'), control: 'select', options: monthsBack(thisMonth(), MONTHS) },
  { key: 'only', label: t('只看'), control: 'select', options: choicesOf(onlyNames) },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]

type Answer = z.output<typeof payroll.list.output>

/** Totals of the month under the current filters. */
function PaySums({ answer }: { answer: Answer | undefined }) {
  return <FigureStrip loading={!answer} figures={answer ? figuresOf(answer) : []} />
}

function figuresOf({ totals, beforeCents, items }: Answer): Figure[] {
  const frozen = items.length > 0 && items.every((row) => row.frozen)
  return [
    {
      key: 'total',
      name: t('合计'),
      ...moneyFigure(totals.totalCents),
      change: { label: t('较上月'), bp: changeBp(totals.totalCents, beforeCents) },
      about: {
        formula: t('底薪 × 出勤 + 工龄工资 + 店铺工资 + 提成 + 更正'),
        more: t('本月 {now}，上月 {before}', {
          now: formatMoney(totals.totalCents),
          before: formatMoney(beforeCents),
        }),
      },
    },
    { key: 'store', name: t('店铺工资'), ...moneyFigure(totals.storeCents) },
    {
      key: 'base',
      name: t('底薪和工龄'),
      ...moneyFigure(totals.baseCents + totals.seniorityCents),
    },
    { key: 'commission', name: t('提成'), ...moneyFigure(totals.commissionCents) },
    {
      key: 'correction',
      name: t('更正合计'),
      ...moneyFigure(totals.correctionCents),
      note: frozen ? t('已结账，按结账时') : t('未结账，随数据变动'),
    },
  ]
}

/**
 * Columns of the payroll list; `companies` is empty for users who see one company only; `linkTo` returns the link to a
 * person's month.
 */
function payColumns(companies: Choice<string>[], linkTo: (id: number) => string): Column<PayRow>[] {
  return [
    {
      key: 'staffName',
      title: t('员工'),
      pinned: true,
      phone: 'name',
      width: 104,
      sort: true,
      render: ({ staffId, staffName }) => <Link to={linkTo(staffId)}>{staffName}</Link>,
    },
    { key: 'headName', title: t('组长'), phone: 'note', hidden: true, width: 88 },
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    ...personalColumns(),
    ...storeColumns(),
    { key: 'totalCents', title: t('合计'), type: 'money', sort: true, phone: 'figure', width: 104 },
    { key: 'changeCents', title: t('较上月'), type: 'money', sort: true, phone: 'figure', width: 104 },
  ]
}

const companyColumn = (companies: Choice<string>[]): Column<PayRow> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const personalColumns = (): Column<PayRow>[] => [
  {
    key: 'attendedDays',
    title: t('出勤'),
    align: 'end',
    phone: 'status',
    width: 88,
    from: { field: 'attendedDays', outOf: 'owedDays' },
    hint: t('有已通过日志的天数 / 应出勤的天数，含更正；没有排班的按在职天数'),
  },
  { key: 'agreedBaseCents', title: t('底薪标准'), type: 'money', hidden: true, width: 112 },
  {
    key: 'baseCents',
    title: t('基本工资'),
    type: 'money',
    sort: true,
    width: 104,
    hint: t('底薪标准 × 出勤；当月入职、离职的再乘在职天数 / 当月天数'),
  },
  { key: 'seniorityCents', title: t('工龄工资'), type: 'money', width: 88 },
]

const storeColumns = (): Column<PayRow>[] => [
  {
    key: 'storeCents',
    title: t('店铺工资'),
    type: 'money',
    sort: true,
    width: 104,
    hint: t('Σ 每天的店铺工资 × 占比 / 当月天数，只算分配给本人且服务中的日子'),
  },
  { key: 'stores', title: t('店铺数'), type: 'count', hidden: true, width: 80 },
  {
    key: 'commissionCents',
    title: t('提成'),
    type: 'money',
    sort: true,
    width: 104,
    hint: t('平台文件里本人的销售额 × 提成比例，按店铺'),
  },
  { key: 'correctionCents', title: t('更正合计'), type: 'money', sort: true, width: 96 },
]
