import { t } from '#kit/text.ts'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { sectionsOf } from './monthLines.ts'
import { statusText } from './monthTexts.tsx'
import { useBasis } from './useBasis.tsx'
import type { MonthSelection } from './useMonths.tsx'
import { usePairOf } from './usePair.tsx'

/**
 * 导出: one row per month and one column per line, as displayed; for a comparison only its two months. Undefined until
 * these are loaded, because a file with all months would be wrong.
 */
export function useMonthsExport({
  months: all,
  companyFilter,
  isConsolidated,
}: MonthSelection): (() => Promise<void>) | undefined {
  const save = useSheetExport()
  const companies = useCompanyChoices()
  const { isPair, months: pair } = usePairOf(companyFilter)
  const months = pair ?? all
  const [basis] = useBasis()
  const lines = sectionsOf(basis).flatMap((section) => section.lines)
  const columns: ExportColumn[] = [
    { title: t('月份'), type: 'text' },
    { title: t('状态'), type: 'text' },
    ...lines.map(({ title, type }): ExportColumn => ({ title: t(title), type })),
  ]
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  if (isPair && !pair) return undefined
  return () =>
    save({
      ...{ list: 'list.monthly-financials', module: t('月度财务'), columns },
      period: first === last ? first : `${first}–${last}`,
      company: isConsolidated
        ? t('全部公司')
        : companies.find(({ value }) => value === companyFilter.companyCode)?.label,
      filters: [
        pair
          ? t('比较：{a} 与 {b}', { a: first, b: last })
          : t('月份：{from} 至 {to}', { from: first, to: last }),
        ...(isConsolidated ? [t('公司：全部')] : []),
        ...(companyFilter.companyCode ? [t('公司：{code}', { code: companyFilter.companyCode })] : []),
      ],
      rows: months.map((month) => [
        month.month,
        statusText(month),
        ...lines.map((line) => line.value(month)),
      ]),
    })
}
