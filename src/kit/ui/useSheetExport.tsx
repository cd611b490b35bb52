import { App } from 'antd'
import { t } from '#kit/text.ts'
import { useExportLog } from './exportLog.tsx'
import { ignoreShownErrors } from './ignoreShownErrors.tsx'
import { aboutSheet, dataSheet, type ExportColumn, type ExportValue, fileName } from './list/workbook.ts'
import { saveSheets } from './saveSheets.tsx'
import { useUser } from './user.tsx'

/** The content of a page that is no list, as a sheet. */
export interface SheetExport {
  /** Its name in the audit log: `list.rosters`. */
  list: string
  module: string
  /** The month or months of the data: `2026-10`. */
  period?: string
  /** The company whose data it is, if not the user's own. */
  company?: string | undefined
  filters: string[]
  columns: ExportColumn[]
  rows: ExportValue[][]
  /** The last row, with a text in the first column. */
  totals?: ExportValue[]
}

/** 导出: logs the export in the audit log, then saves the file; shows the number of rows, or the failure. */
export function useSheetExport(): (what: SheetExport) => Promise<void> {
  const { message } = App.useApp()
  const log = useExportLog()
  const { name: person, companyName } = useUser()
  return async ({ list, module, period, company = companyName, filters, columns, rows, totals }) => {
    try {
      const names = columns.map(({ title }) => title)
      await log({ list, module, filters, columns: names, rows: rows.length })
      const now = new Date()
      const hasTotals = totals !== undefined
      const about = aboutSheet({ module, company, filters, person, now, rows: rows.length, hasTotals })
      const of = period ? { period, company } : undefined
      await saveSheets(fileName(module, now, of), [dataSheet(module, { columns, rows, totals }), about], {
        company,
        person,
        at: now,
        subject: filters.join(t('；')),
      })
      message.success(t('已导出 {n} 条', { n: rows.length }))
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
}
