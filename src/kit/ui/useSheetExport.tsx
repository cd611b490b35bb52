import { App } from 'antd'
import { t } from '#kit/text.ts'
import { useExportLog } from './exportLog.tsx'
import type { ExportColumn, ExportValue } from './list/workbook.ts'
import { aboutSheet, dataSheet, fileName } from './list/workbook.ts'
import { reported } from './reported.tsx'
import { saveSheets } from './saveSheets.tsx'
import { useUser } from './user.tsx'

/** What is seen on a page that is no list, as a sheet. */
export interface SheetExport {
  /** How the log of changes names it: `list.rosters`. */
  list: string
  module: string
  filters: string[]
  columns: ExportColumn[]
  rows: ExportValue[][]
}

/** 导出: writes it into the log of changes, then saves the file; says how many rows, or why not. */
export function useSheetExport(): (what: SheetExport) => Promise<void> {
  const { message } = App.useApp()
  const log = useExportLog()
  const person = useUser().name
  return async ({ list, module, filters, columns, rows }) => {
    try {
      const names = columns.map(({ title }) => title)
      await log({ list, module, filters, columns: names, rows: rows.length })
      const now = new Date()
      const about = aboutSheet({ module, filters, person, now, rows: rows.length })
      await saveSheets(fileName(module, now), [dataSheet(module, columns, rows), about])
      message.success(t('已导出 {n} 条', { n: rows.length }))
    } catch (error) {
      reported(error)
    }
  }
}
