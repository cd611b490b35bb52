import { monthBefore } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { payroll } from './contract.ts'
import { PayDrawer } from './PayDrawer.tsx'
import { PaySums } from './PaySums.tsx'
import { payColumns } from './payColumns.tsx'
import { onlyNames } from './rules.ts'

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
        allTotals={({ totals, total }) => ({ note: t('{n} 人', { n: total }), cells: totals })}
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
