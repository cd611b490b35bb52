import { Button, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { PrintButton } from '#kit/ui/print/PrintButton.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import type { Sight } from './useMonths.tsx'
import { ALL_COMPANIES, thisMonth, useAddress } from './useMonths.tsx'
import { useMonthsExport } from './useMonthsExport.tsx'

/** Whose months, which months, and what can be taken along of them. */
export function MonthTools({ sight }: { sight: Sight }) {
  const save = useMonthsExport(sight)
  return (
    <>
      <CompanySelect sight={sight} />
      <MonthRange sight={sight} />
      <PrintButton />
      <Button icon={<Icon name="download" />} disabled={!save} onClick={() => void save?.()}>
        {t('导出')}
      </Button>
    </>
  )
}

/** For an admin of the headquarters: one company, or all of them together. */
function CompanySelect({ sight: { whose, isTogether } }: { sight: Sight }) {
  const companies = useCompanyChoices()
  const go = useAddress()
  if (companies.length === 0) return null
  return (
    <Select
      className="months-company"
      aria-label={t('公司')}
      value={isTogether ? ALL_COMPANIES : (whose.companyCode ?? '')}
      options={[{ value: ALL_COMPANIES, label: t('全部公司') }, ...companies]}
      popupMatchSelectWidth={false}
      onChange={(companyCode) => go({ companyCode })}
    />
  )
}

/** More months than this are no table any more. */
const MOST_MONTHS = 24

function MonthRange({ sight: { months } }: { sight: Sight }) {
  const go = useAddress()
  const [from, to] = [months[0]?.month, months.at(-1)?.month]
  return (
    <DatePicker.RangePicker
      className="months-range"
      picker="month"
      value={from && to ? [dayjs(from), dayjs(to)] : null}
      allowClear={false}
      separator="–"
      placeholder={[t('开始月份'), t('结束月份')]}
      suffixIcon={<Icon name="calendar" />}
      maxDate={dayjs(thisMonth())}
      disabledDate={(month, { from: start }) =>
        start !== undefined && Math.abs(month.diff(start, 'month')) >= MOST_MONTHS
      }
      renderExtraFooter={() => t('最多 {n} 个月', { n: MOST_MONTHS })}
      onChange={(range) =>
        go({ from: range?.[0]?.format('YYYY-MM'), to: range?.[1]?.format('YYYY-MM'), month: undefined })
      }
    />
  )
}
