import { strToU8, zipSync } from 'fflate'
import {
  type CellType,
  type CellValue,
  cellXml,
  formats,
  HEADER_STYLE,
  inertText,
  textXml,
  xmlText,
} from './writeCells.ts'
import { CHOICES_SHEET, type Choices, choiceRows, choiceRules } from './writeChoices.ts'

/** A column of a sheet; `width` is in characters. */
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
}

/**
 * Returns the bytes of an .xlsx; runs in the browser and in Node. Texts are inert, numbers stay numbers, and there are
 * no formulas. Written here because libraries zip in a worker made from a blob, which our content security policy
 * forbids.
 */
export function toXlsx(sheets: Sheet[]): Uint8Array<ArrayBuffer> {
  const lists = sheets.flatMap(({ columns }) => columns.flatMap(({ choices }) => choices ?? []))
  const parts = bookParts(
    sheets.map(({ name }) => name),
    lists.length > 0,
  )
  sheets.forEach((sheet, index) => {
    parts[sheetPath(index)] = worksheet(sheet, lists)
  })
  if (lists.length > 0) parts[sheetPath(sheets.length)] = listsSheet(lists)
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(DECLARATION + xml)] as const)
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>
}

/** The path of a sheet within the file. */
export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

/**
 * All parts of an .xlsx except its sheets, by path, without the XML declaration; the sheet of lists is hidden and last.
 */
export function bookParts(titles: readonly string[], hasLists = false): Record<string, string> {
  const sheetTitles = hasLists ? [...titles, CHOICES_SHEET] : titles
  return {
    '[Content_Types].xml': contentTypes(sheetTitles.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheetNames(sheetTitles), hasLists),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheetTitles.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles(),
  }
}

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function worksheet({ columns, rows }: Sheet, lists: readonly Choices[]): string {
  const placed = columns.flatMap(({ choices }, at) =>
    choices ? [{ ...choices, column: columnName(at), list: columnName(lists.indexOf(choices)) }] : [],
  )
  return `${sheetStart(columns)}${sheetRows(columns, rows, 0)}</sheetData>${choiceRules(placed)}</worksheet>`
}

function listsSheet(lists: readonly Choices[]): string {
  const columns = lists.map(() => ({ title: '', type: 'text' as const }))
  // Without a header: the lists begin in the first row.
  return `<worksheet xmlns="${MAIN}"><sheetData>${sheetRows(columns, choiceRows(lists), -1)}${SHEET_END}`
}

/** The start of a sheet up to its rows: column widths, and the frozen header. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width = 16 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const header = columns.map(({ title }, at) => textXml(`${columnName(at)}1`, inertText(title), HEADER_STYLE))
  return (
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>` +
    `<row r="1">${header.join('')}</row>`
  )
}

/** The XML of rows, after the header and `before` other rows. */
export function sheetRows(
  columns: readonly SheetColumn[],
  rows: readonly CellValue[][],
  before: number,
): string {
  const letters = columns.map((_, index) => columnName(index))
  const body = rows.map((values, index) => {
    const row = before + index + 2
    const cells = columns.map(({ type }, at) => cellXml(`${letters[at]}${row}`, type, values[at]))
    return `<row r="${row}">${cells.join('')}</row>`
  })
  return body.join('')
}

export const SHEET_END = '</sheetData></worksheet>'

/** 0 → A, 26 → AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/**
 * Makes sheet names valid in Excel: at most 31 characters, none of []:*?/\, no duplicates, no apostrophe at either end.
 */
function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set<string>()
  return titles.map((name, index) => {
    const clean = name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31)
    const free =
      clean === '' || usedNames.has(clean.toLowerCase()) ? `${clean.slice(0, 26)} ${index + 1}` : clean
    usedNames.add(free.toLowerCase())
    return free
  })
}

function workbook(names: string[], isLastHidden: boolean): string {
  const sheets = names.map((name, at) => {
    const hidden = isLastHidden && at === names.length - 1 ? ' state="hidden"' : ''
    return `<sheet name="${xmlText(name)}" sheetId="${at + 1}"${hidden} r:id="r${at + 1}"/>`
  })
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function relations(targets: [type: string, target: string][]): string {
  const list = targets.map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SPREADSHEET}.${type}+xml"/>`
  const each = Array.from({ length: sheets }, (_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet'))
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${override('workbook', 'sheet.main')}${override('styles', 'styles')}${each.join('')}</Types>`
  )
}

/** Style 0 is plain, 1… are `formats`, the last is the bold header. */
function styles(): string {
  const codes = formats.map(
    ({ code }, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xmlText(code)}"/>`,
  )
  const cells = formats.map(
    (_, at) =>
      `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
  const bold = '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1">${plain}</cellStyleXfs>` +
    `<cellXfs count="${cells.length + 2}">${plain}${cells.join('')}${bold}</cellXfs></styleSheet>`
  )
}
