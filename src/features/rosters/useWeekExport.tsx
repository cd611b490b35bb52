import { App } from 'antd'
import { t } from '#kit/text.ts'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { aboutSheet, dataSheet, fileName } from '#kit/ui/list/workbook.ts'
import { reported } from '#kit/ui/reported.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { entryNames } from './rules.ts'
import type { WeekRow } from './week.ts'

/** 导出: the week as it is seen, a row a person; written into the log first. */
export function useWeekExport(week: readonly string[], titles: readonly string[], rows: readonly WeekRow[]) {
  const { message } = App.useApp()
  const log = useExportLog()
  const person = useUser().name
  return async () => {
    const module = t('每周排班')
    const columns: ExportColumn[] = [
      { title: t('客服'), type: 'text' },
      { title: t('组长'), type: 'text' },
      ...titles.map((title): ExportColumn => ({ title, type: 'text' })),
      { title: t('工时'), type: 'count' },
    ]
    const filters = [t('{from} 至 {to}', { from: week[0] ?? '', to: week.at(-1) ?? '' })]
    try {
      const names = columns.map(({ title }) => title)
      await log({ list: 'list.rosters', module, filters, columns: names, rows: rows.length })
      const now = new Date()
      const data = dataSheet(module, columns, rows.map(valuesOf))
      const about = aboutSheet({ module, filters, person, now, rows: rows.length })
      await saveSheets(fileName(module, now), [data, about])
      message.success(t('已导出 {n} 条', { n: rows.length }))
    } catch (error) {
      reported(error)
    }
  }
}

function valuesOf({ agent, days, hours }: WeekRow) {
  const cells = days.map(({ entries }) => entries.map((entry) => t(entryNames[entry])).join('+'))
  return [agent.name, agent.headName, ...cells, hours]
}
