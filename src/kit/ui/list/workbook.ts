import { fileStamp, formatInstant } from '#kit/format.ts'
import type { CellType } from '#kit/sheets/styles.ts'
import type { Sheet, SheetColumn } from '#kit/sheets/write.ts'
import type { CellValue } from '#kit/sheets/writeCells.ts'
import { type Say, t, withoutMarks } from '#kit/text.ts'

/** A column of the sheet; its values come row by row. */
export interface ExportColumn {
  title: string
  type: 'text' | 'count' | 'money' | 'rate' | 'seconds' | 'day' | 'instant'
}

export type ExportValue = string | number | boolean | readonly string[] | null | undefined

const CELLS: Record<ExportColumn['type'], CellType> = {
  text: 'text',
  count: 'number',
  money: 'money',
  rate: 'percent',
  seconds: 'seconds',
  day: 'day',
  instant: 'instant',
}

const inBrowser: Say = (sentence, params) => withoutMarks(t(sentence, params))

/** Data of one or several months has the period and the company in its file name. */
export interface OfPeriod {
  /** `2026-10`. */
  period: string
  company: string
}

/** `店铺_20260519_0842.xlsx`; with a period `店铺工资_2026-04_启明客服_20260519_0842.xlsx`. */
export function fileName(module: string, now: Date, of?: OfPeriod): string {
  const parts = [module, ...(of ? [of.period, of.company] : [])]
  const named = parts.map((part) => withoutMarks(part).replace(/[\\/:*?"<>|\s]+/g, ''))
  return `${[...named, fileStamp(now)].join('_')}.xlsx`
}

/** The content of the visible data: columns in their order, rows, and the values of a last row with totals. */
export interface ExportData {
  columns: ExportColumn[]
  rows: ExportValue[][]
  totals?: ExportValue[] | undefined
}

/** The sheet of the visible data, with typed cells; runs in the browser. */
export function dataSheet(name: string, { columns, rows, totals }: ExportData): Sheet {
  const unmarked = (values: CellValue[]) =>
    values.map((value) => (typeof value === 'string' ? withoutMarks(value) : value))
  return {
    name: withoutMarks(name),
    columns: dataColumns(columns),
    rows: dataRows(columns, rows).map(unmarked),
    totals: totals && dataRows(columns, [totals]).map(unmarked)[0],
  }
}

/** The columns of the sheet; the titles contain the units. */
export function dataColumns(columns: readonly ExportColumn[], say: Say = inBrowser): SheetColumn[] {
  return columns.map(({ title, type }) => ({
    title: withoutMarks(unitTitle(title, type, say)),
    type: CELLS[type],
  }))
}

/** The rows of the sheet, some or all. */
export function dataRows(
  columns: readonly ExportColumn[],
  rows: readonly ExportValue[][],
  say: Say = inBrowser,
): CellValue[][] {
  return rows.map((values) => values.map((value, at) => cell(value, columns[at]?.type ?? 'text', say)))
}

/** The description of a file. */
export interface About {
  module: string
  /** The company whose data it is. */
  company?: string
  filters: string[]
  person: string
  now: Date
  rows: number
  /** Whether the data ends with a row of totals. */
  hasTotals?: boolean | undefined
}

/** The sheet that describes the file: filters, time, user, number of rows. */
export function aboutSheet(about: About, say: Say = inBrowser): Sheet {
  const filters = about.filters.length > 0 ? about.filters : [say('无（全部数据）')]
  return {
    name: say('导出说明'),
    layout: 'notes',
    columns: [
      { title: say('项目'), type: 'text' },
      { title: say('内容'), type: 'text', width: 60 },
    ],
    rows: [
      [say('模块'), withoutMarks(about.module)],
      ...filters.map((filter, at) => [at === 0 ? say('筛选条件') : '', withoutMarks(filter)]),
      ...(about.company ? [[say('公司'), about.company]] : []),
      [say('导出时间'), formatInstant(about.now.toISOString())],
      [say('导出人'), about.person],
      [say('数据行数'), String(about.rows)],
      ...(about.hasTotals
        ? [[say('合计'), say('数量和金额随筛选变化；比率和时长是导出时全部数据的合计，不随筛选变化')]]
        : []),
    ],
  }
}

function unitTitle(title: string, type: ExportColumn['type'], say: Say): string {
  return type === 'seconds' && !/[秒（(]|\bs\b/.test(title) ? say('{title}（秒）', { title }) : title
}

function cell(value: ExportValue, type: ExportColumn['type'], say: Say): string | number | null {
  if (value === undefined || value === null) return null
  if (type === 'instant' && typeof value === 'string') return formatInstant(value)
  if (typeof value === 'boolean') return say(value ? '是' : '否')
  return typeof value === 'string' || typeof value === 'number' ? value : value.join(say('、'))
}
