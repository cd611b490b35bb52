import { fileStamp, formatInstant } from '#kit/format.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import type { CellType } from '#kit/sheets/writeCells.ts'
import { t, unheld } from '#kit/text.ts'

/** A column as the sheet needs it; its values come row by row. */
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
  seconds: 'number',
  day: 'day',
  instant: 'text',
}

/** A text for a file. */
function said(sentence: string): string {
  return unheld(t(sentence))
}

/** `店铺_20260519_0842.xlsx` */
export function fileName(module: string, now: Date): string {
  return `${unheld(module).replace(/[\\/:*?"<>|\s]+/g, '')}_${fileStamp(now)}.xlsx`
}

/** The sheet of what is seen: the visible columns in their order, typed cells. */
export function dataSheet(name: string, columns: ExportColumn[], rows: ExportValue[][]): Sheet {
  return {
    name: unheld(name),
    columns: columns.map(({ title, type }) => ({ title: unheld(unitTitle(title, type)), type: CELLS[type] })),
    rows: rows.map((values) => values.map((value, at) => cell(value, columns[at]?.type ?? 'text'))),
  }
}

/** The sheet that says what this file is: filters, time, person, how many rows. */
export function aboutSheet(about: {
  module: string
  filters: string[]
  person: string
  now: Date
  rows: number
}): Sheet {
  const filters = about.filters.length > 0 ? about.filters : [said('无（全部数据）')]
  return {
    name: said('导出说明'),
    columns: [
      { title: said('项目'), type: 'text' },
      { title: said('内容'), type: 'text', width: 60 },
    ],
    rows: [
      [said('模块'), unheld(about.module)],
      ...filters.map((filter, at) => [at === 0 ? said('筛选条件') : '', unheld(filter)]),
      [said('导出时间'), formatInstant(about.now.toISOString())],
      [said('导出人'), about.person],
      [said('数据行数'), String(about.rows)],
    ],
  }
}

function unitTitle(title: string, type: ExportColumn['type']): string {
  return type === 'seconds' && !/[秒（(]|\bs\b/.test(title) ? t('{title}（秒）', { title }) : title
}

function cell(value: ExportValue, type: ExportColumn['type']): string | number | null {
  if (value === undefined || value === null) return null
  if (type === 'instant' && typeof value === 'string') return formatInstant(value)
  if (typeof value === 'boolean') return said(value ? '是' : '否')
  return typeof value === 'string' || typeof value === 'number' ? value : value.join(t('、'))
}
