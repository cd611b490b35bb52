import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { PlainRange } from '#kit/ui/choice/PlainRange.tsx'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { PrintButton } from '#kit/ui/print/PrintButton.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import type { MonthRangeProps } from './MonthRange.tsx'
import type { MonthSelection } from './useMonths.tsx'
import { ALL_COMPANIES, thisMonth, useAddress } from './useMonths.tsx'
import { useMonthsExport } from './useMonthsExport.tsx'

const MonthRange = lazyPart<'MonthRange', MonthRangeProps>(() => import('./MonthRange.tsx'), 'MonthRange')

/** Page tools: company, range of months, print and export. */
export function MonthTools({ selection }: { selection: MonthSelection }) {
  const save = useMonthsExport(selection)
  return (
    <>
      <CompanySelect selection={selection} />
      <MonthRangeField selection={selection} />
      <PrintButton />
      <Button icon={<Icon name="download" />} disabled={!save} onClick={() => void save?.()}>
        {t('导出')}
      </Button>
    </>
  )
}

/** For an admin of the headquarters: selects one company, or all of them together. */
function CompanySelect({ selection: { companyFilter, isConsolidated } }: { selection: MonthSelection }) {
  const companies = useCompanyChoices()
  const go = useAddress()
  if (companies.length === 0) return null
  return (
    <SelectField
      className="months-company"
      aria-label={t('公司')}
      value={isConsolidated ? ALL_COMPANIES : (companyFilter.companyCode ?? '')}
      options={[{ value: ALL_COMPANIES, label: t('全部公司') }, ...companies]}
      popupMatchSelectWidth={false}
      onChange={(companyCode) => go({ companyCode })}
    />
  )
}

function MonthRangeField({ selection: { months } }: { selection: MonthSelection }) {
  const go = useAddress()
  const field = { className: 'months-range', value: [months[0]?.month, months.at(-1)?.month] as const }
  return (
    <PlainRange {...field} placeholder={[t('开始月份'), t('结束月份')]} preload={MonthRange.preload}>
      <MonthRange
        {...field}
        latest={thisMonth()}
        onChange={(from, to) => go({ from, to, month: undefined })}
      />
    </PlainRange>
  )
}
