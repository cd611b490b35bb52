import { toXlsx } from '#kit/sheets/write.ts'

/** A row of a sheet, by its headers. */
export type Cells = Record<string, string>

/** A workbook with a sheet of notes before the data, as our template has one behind it. */
export function sheetOf(rows: Cells[]): Buffer {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = titles.map((title) => ({ title, type: 'text' as const }))
  const data = rows.map((row) => titles.map((title) => row[title] ?? null))
  const notes = { name: '填写说明', columns: [{ title: '列', type: 'text' as const }], rows: [['客户名称']] }
  return Buffer.from(toXlsx([notes, { name: '数据', columns, rows: data }]))
}
