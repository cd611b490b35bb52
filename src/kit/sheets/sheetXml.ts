import { formatMinute } from '#kit/format.ts'
import type { BookAbout, WrittenSheet } from './bookXml.ts'
import { type ColumnWidth, lineCount, textWidth } from './columnWidths.ts'
import { isWide, pagesAcross, pageXml } from './pageXml.ts'
import { headerStyle, styleOf } from './styles.ts'
import { type ColumnSums, isSum } from './totalRow.ts'
import type { SheetColumn } from './write.ts'
import { type CellValue, cellXml, inertText, textXml } from './writeCells.ts'
import { type Choices, choiceRules } from './writeChoices.ts'
import { MAIN } from './xmlText.ts'

/**
 * `table`: rows of data with lines and a filter. `form`: a template to fill in, with a filter once it has rows. `notes`:
 * explanations, without filter.
 */
export type Layout = 'table' | 'form' | 'notes'

/** What all rows of a sheet have in common. */
export interface SheetLook {
  name: string
  columns: readonly SheetColumn[]
  widths: readonly ColumnWidth[]
  layout: Layout
  /** The first sheet is the one that is shown when the file is opened. */
  isFirst: boolean
}

/** Row heights in points. */
const LINE_HEIGHT = 14
const HEADER_SPACE = 8
const GAP_HEIGHT = 6

/** 0 → A, 26 → AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** The last cell of the range with the header and the rows, which the filter sorts and hides; undefined without filter. */
function filterEnd(
  { layout, columns }: SheetLook,
  rowCount: number,
): [column: string, row: number] | undefined {
  // The example of a template is not filtered.
  const isFiltered = layout === 'table' ? rowCount > 0 : layout === 'form' && rowCount > 1
  return isFiltered && columns.length > 0 ? [columnName(columns.length - 1), rowCount + 1] : undefined
}

/** The sheet's entry in the workbook. Printed pages repeat the header, and the first column if they are side by side. */
export function entryOf(look: SheetLook, rowCount: number): WrittenSheet {
  const end = filterEnd(look, rowCount)
  return {
    name: look.name,
    filter: end && `$A$1:$${end[0]}$${end[1]}`,
    repeats: pagesAcross(look.widths) > 1 ? ['$A:$A', '$1:$1'] : ['$1:$1'],
  }
}

/** The start of a sheet up to its rows: page fit, frozen panes, column widths and the header. */
export function sheetStart({ columns, widths, layout, isFirst }: SheetLook): string {
  const cols = columns.map(({ type }, at) => {
    // In a template, cells that the user will fill in have the format of their column.
    const style = layout === 'form' ? ` style="${styleOf(type, 'blank')}"` : ''
    return `<col min="${at + 1}" max="${at + 1}" width="${widths[at]?.width}"${style} customWidth="1"/>`
  })
  const header = columns.map(({ title, type }, at) =>
    textXml(`${columnName(at)}1`, inertText(title), headerStyle(type)),
  )
  const lines = Math.max(1, ...columns.map(({ title }, at) => lineCount(title, widths[at] ?? NO_WIDTH)))
  const height = lines * LINE_HEIGHT + HEADER_SPACE
  return (
    `<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `${sheetViews(isWide(widths) && layout !== 'notes', isFirst)}<sheetFormatPr defaultRowHeight="16.5"/>` +
    `${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>` +
    `<row r="1" ht="${height}" customHeight="1">${header.join('')}</row>`
  )
}

const NO_WIDTH = { width: 0 }

/** Freezes the header, and in a wide sheet the first column too, which names the row. */
function sheetViews(freezesColumn: boolean, isFirst: boolean): string {
  const selected = isFirst ? ' tabSelected="1"' : ''
  const selection = (pane: string) => `<selection pane="${pane}" activeCell="A2" sqref="A2"/>`
  const pane = freezesColumn
    ? '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomLeft" state="frozen"/>' +
      `<selection pane="topRight"/>${selection('bottomLeft')}<selection pane="bottomRight"/>`
    : `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>${selection('bottomLeft')}`
  return `<sheetViews><sheetView${selected} workbookViewId="0">${pane}</sheetView></sheetViews>`
}

/** The XML of rows, after the header and `before` other rows. */
export function sheetRows(look: SheetLook, rows: readonly (readonly CellValue[])[], before: number): string {
  const { columns, widths, layout } = look
  const letters = columns.map((_, index) => columnName(index))
  const kind = layout === 'form' ? ('blank' as const) : ('data' as const)
  const looks = columns.map(({ type }, at) => ({
    type,
    kind,
    wraps: widths[at]?.wraps,
    hasDecimals: widths[at]?.hasDecimals,
  }))
  const body = rows.map((values, index) => {
    const row = before + index + 2
    const cells = looks.map((cellLook, at) => {
      const value = values[at]
      // The lines of a table continue through cells without a value.
      return layout === 'form' && isEmpty(value) ? '' : cellXml(`${letters[at]}${row}`, value, cellLook)
    })
    return `<row r="${row}">${cells.join('')}</row>`
  })
  return body.join('')
}

const isEmpty = (value: CellValue) => value === null || value === undefined || value === ''

/** What the end of a sheet depends on. */
export interface SheetContent {
  about: BookAbout
  rowCount: number
  totals?: readonly CellValue[] | undefined
  sums: ColumnSums
  lists?: readonly Choices[]
  listsName?: string | undefined
}

/** The end of a sheet: totals, filter, lists of choices and print settings, in the order of the standard. */
export function sheetEnd(look: SheetLook, content: SheetContent): string {
  const { columns, widths } = look
  const { about, rowCount, totals, sums, lists = [], listsName = '' } = content
  const placed = columns.flatMap(({ choices }, at) =>
    choices ? [{ ...choices, column: columnName(at), list: columnName(lists.indexOf(choices)) }] : [],
  )
  const end = filterEnd(look, rowCount)
  return (
    `${totals && rowCount > 0 ? totalRows(look, { totals, sums, rowCount }) : ''}</sheetData>` +
    `${end ? `<autoFilter ref="A1:${end.join('')}"/>` : ''}` +
    `${choiceRules(placed, listsName)}${pageXml(widths, pageTexts(look, about))}` +
    `${ignoredErrors(columns, rowCount)}</worksheet>`
  )
}

/** The row of totals, after a low empty row that keeps it out of the filter, of sorting and of pivot tables. */
function totalRows(
  { columns, widths }: SheetLook,
  { totals, sums, rowCount }: { totals: readonly CellValue[]; sums: ColumnSums; rowCount: number },
): string {
  const row = rowCount + 3
  const cells = columns.map(({ type }, at) => {
    const letter = columnName(at)
    const total = totals[at]
    // 109 adds the rows that are visible under a filter.
    const formula = isSum(type, total, sums[at])
      ? `SUBTOTAL(109,${letter}2:${letter}${rowCount + 1})`
      : undefined
    const look = { type: at === 0 ? ('text' as const) : type, kind: 'total' as const, formula }
    return cellXml(`${letter}${row}`, total, {
      ...look,
      wraps: wrapsTotal(totals, at),
      hasDecimals: widths[at]?.hasDecimals,
    })
  })
  const lines = columns.map((_, at) => {
    const width = widths[at] ?? NO_WIDTH
    return typeof totals[at] === 'string' && wrapsTotal(totals, at) ? lineCount(totals[at], width) : 1
  })
  const height = Math.max(...lines) * LINE_HEIGHT + HEADER_SPACE
  return (
    `<row r="${row - 1}" ht="${GAP_HEIGHT}" customHeight="1"/>` +
    `<row r="${row}" ht="${height}" customHeight="1">${cells.join('')}</row>`
  )
}

/** The label in the first cell may extend over an empty neighbour; other texts stay in their column. */
const wrapsTotal = (totals: readonly CellValue[], at: number) => at > 0 || !isEmpty(totals[1])

/** Characters of the text at the left of a printed page, so that it does not reach the text at the right. */
const MAX_LEFT = { portrait: 80, landscape: 130 }

function pageTexts({ name, widths, layout }: SheetLook, { company, subject, person, at, say }: BookAbout) {
  const left = [company, name, layout !== 'notes' && subject].filter(Boolean).join(' · ')
  return {
    left: shortened(left, isWide(widths) ? MAX_LEFT.landscape : MAX_LEFT.portrait),
    right: [person, at && formatMinute(at.toISOString())].filter(Boolean).join(' · '),
    foot: say('第 {page} 页，共 {pages} 页', { page: '&P', pages: '&N' }),
  }
}

/** Cuts a text to a width, with an ellipsis. */
function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let short = text.slice(0, width)
  while (textWidth(short) > width - 2) short = short.slice(0, -1)
  return `${short}…`
}

/** Codes and phone numbers are texts on purpose: without this, each would be marked as a number stored as text. */
function ignoredErrors(columns: readonly SheetColumn[], rowCount: number): string {
  if (rowCount === 0) return ''
  const ranges = columns.flatMap(({ type }, at) =>
    type === 'text' ? [`${columnName(at)}2:${columnName(at)}${rowCount + 1}`] : [],
  )
  if (ranges.length === 0) return ''
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`
}

/** A sheet of lists, without header: they begin in the first row. */
export function hiddenSheetXml(rows: readonly (readonly CellValue[])[]): string {
  const body = rows.map((values, index) => {
    const cells = values.map((value, at) =>
      isEmpty(value) ? '' : cellXml(`${columnName(at)}${index + 1}`, value, { type: 'text', kind: 'blank' }),
    )
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`
}
