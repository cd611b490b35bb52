import { t } from '#kit/text.ts'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import { entryNames } from './rules.ts'
import type { WeekRow } from './week.ts'

/** 导出: exports the week as displayed, one row per person. */
export function useWeekExport(week: readonly string[], titles: readonly string[], rows: readonly WeekRow[]) {
  const save = useSheetExport()
  const columns: ExportColumn[] = [
    { title: t('客服'), type: 'text' },
    { title: t('组长'), type: 'text' },
    ...titles.map((title): ExportColumn => ({ title, type: 'text' })),
    { title: t('工时'), type: 'count' },
  ]
  return () =>
    save({
      ...{ list: 'list.rosters', module: t('排班'), columns, rows: rows.map(valuesOf) },
      filters: [t('{from} 至 {to}', { from: week[0] ?? '', to: week.at(-1) ?? '' })],
    })
}

function valuesOf({ agent, days, hours }: WeekRow) {
  const cells = days.map(({ entries }) => entries.map((entry) => t(entryNames[entry])).join('+'))
  return [agent.name, agent.headName, ...cells, hours]
}
