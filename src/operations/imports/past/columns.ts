import { normaliseHeader } from '#operations/imports/reader/columns.ts'
import { type Field, fieldLabels } from '#operations/imports/reader/fields.ts'

/** The meaning of a template column: it identifies the store or day, or contains a figure as in platform files. */
export type PastField = 'code' | 'platform' | Exclude<Field, 'nick' | 'storeShopId'>

export interface PastColumn {
  field: PastField
  header: string
  note?: string
}

const figureColumn = (field: keyof typeof fieldLabels & PastField, note?: string): PastColumn => ({
  field,
  header: fieldLabels[field],
  ...(note ? { note } : {}),
})

/** The template's columns in order; averages and rates are converted to totals as in platform files. */
export const pastColumns: readonly PastColumn[] = [
  { field: 'code', header: '店铺编号', note: '填了就按编号认店铺；没填按平台和店铺名称认' },
  { field: 'storeName', header: '店铺名称', note: '须已登记、未停止，并且在您负责的范围里' },
  { field: 'platform', header: '平台', note: '没有同名店铺时可以不填' },
  { field: 'on', header: '日期', note: '如 2026-05-15，最早三年前，最晚今天' },
  figureColumn('consultUsers', '咨询人数、咨询会话量、接待人数至少填一项'),
  figureColumn('consultSessions'),
  figureColumn('needHumanUsers'),
  figureColumn('handledUsers'),
  figureColumn('handledSessions'),
  figureColumn('unreplied', '不能多于咨询人数'),
  figureColumn('unreplied3min', '不能多于需人工回复人数'),
  figureColumn('replyRateBp', '如 99.71%；填了未回复人数可以不填'),
  figureColumn('rate3minBp'),
  figureColumn('rate30sBp'),
  figureColumn('frtSec', '如 22.5 或 2分30秒'),
  figureColumn('artSec', '如 22.5 或 2分30秒'),
  figureColumn('satisfied', '不能多于评价总数'),
  figureColumn('evaluated'),
  figureColumn('inquiryUsers'),
  figureColumn('orderUsers'),
  figureColumn('salesCents', '元，最多两位小数'),
]

/** The sheet of the template that contains no figures. */
export const NOTES_SHEET = '填写说明'

/** The columns that the download of rejected rows adds; they are never read. */
export const ADDED_HEADERS = ['错误原因', '行号']

/** A known column and the index of its cell. */
export type LocatedColumn = PastColumn & { at: number }

const columnsByHeader = new Map(pastColumns.map((column) => [normaliseHeader(column.header), column]))

/** Returns the known columns in a header row with their cell indexes; of two equal headers, the first counts. */
export function locateColumns(cells: readonly string[]): LocatedColumn[] {
  const places = new Map<PastField, LocatedColumn>()
  cells.forEach((cell, at) => {
    const column = columnsByHeader.get(normaliseHeader(cell))
    if (column && !places.has(column.field)) places.set(column.field, { ...column, at })
  })
  return [...places.values()]
}
