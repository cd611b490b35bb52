import { strToU8, zipSync } from 'fflate'
import { inChinese } from '#kit/text.ts'
import { type BookAbout, DECLARATION, firstParts, lastParts, sheetNames, sheetPath } from './bookXml.ts'
import { columnWidths } from './columnWidths.ts'
import { entryOf, hiddenSheetXml, type Layout, sheetEnd, sheetRows, sheetStart } from './sheetXml.ts'
import type { CellType } from './styles.ts'
import { sumsOf } from './totalRow.ts'
import type { CellValue } from './writeCells.ts'
import { CHOICES_SHEET, type Choices, choiceRows } from './writeChoices.ts'

/** A column of a sheet; it is as wide as its content, and at least `width` characters. */
export interface SheetColumn {
  title: string
  type: CellType
  width?: number
  /** The list from which the cells of the column can be chosen. */
  choices?: Choices
}

/** A sheet to write; the values of a row are in the order of the columns. */
export interface Sheet {
  name: string
  columns: SheetColumn[]
  rows: CellValue[][]
  /** A row below the others that the filter leaves out: a text in the first column, then the totals. */
  totals?: CellValue[] | undefined
  /** `table` by default. */
  layout?: Layout
}

/**
 * Returns the bytes of an .xlsx; runs in the browser and in Node. Texts are inert, numbers stay numbers, and the only
 * formulas are those of totals. Written here because libraries zip in a worker made from a blob, which our content
 * security policy forbids.
 */
export function toXlsx(sheets: Sheet[], about: BookAbout = { say: inChinese }): Uint8Array<ArrayBuffer> {
  const lists = sheets.flatMap(({ columns }) => columns.flatMap(({ choices }) => choices ?? []))
  const titles = sheets.map(({ name }) => name)
  const names = sheetNames(lists.length > 0 ? [...titles, CHOICES_SHEET] : titles)
  const listsName = names[sheets.length]
  const written = sheets.map((sheet, at) => {
    const name = names[at] ?? ''
    return worksheet(sheet, { name, isFirst: at === 0, about, lists, listsName })
  })
  if (listsName)
    written.push({ xml: hiddenSheetXml(choiceRows(lists)), entry: { name: listsName, isHidden: true } })
  const parts = {
    ...firstParts(names.length),
    ...Object.fromEntries(written.map(({ xml }, at) => [sheetPath(at), xml])),
    ...lastParts(
      written.map(({ entry }) => entry),
      about,
    ),
  }
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(DECLARATION + xml)] as const)
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>
}

interface Place {
  name: string
  isFirst: boolean
  about: BookAbout
  lists: readonly Choices[]
  listsName: string | undefined
}

/** The XML of a sheet, and its entry in the workbook. */
function worksheet({ columns, rows, totals, layout = 'table' }: Sheet, { name, isFirst, ...place }: Place) {
  const look = { name, columns, widths: columnWidths(columns, { rows, totals }), layout, isFirst }
  const content = { ...place, rowCount: rows.length, totals, sums: sumsOf(columns, rows) }
  const xml = sheetStart(look) + sheetRows(look, rows, 0) + sheetEnd(look, content)
  return { xml, entry: entryOf(look, rows.length) }
}
