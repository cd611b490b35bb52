import { childOf, inOrder, itemsOf, parseTree, type XmlElement } from './testXml.ts'

type Report = (fault: string) => void

/** What the check of a sheet needs of its workbook. */
interface Context {
  /** The format code of each cell style. */
  formats: readonly string[]
  /** The names of all sheets. */
  names: readonly string[]
  isFirst: boolean
  isHidden: boolean
}

/** What the workbook's names must agree with. */
export interface SheetFacts {
  /** The range of the filter: `A1:H55`. */
  filter: string | undefined
  /** Whether pages are printed side by side, each with the first column. */
  repeatsColumn: boolean
}

/** The elements of a worksheet in the order of CT_Worksheet (ECMA-376, 18.3.1.99). */
const ORDER = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'sheetCalcPr',
  'sheetProtection',
  'protectedRanges',
  'scenarios',
  'autoFilter',
  'sortState',
  'dataConsolidate',
  'customSheetViews',
  'mergeCells',
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'customProperties',
  'cellWatches',
  'ignoredErrors',
]
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const MAX_CHARS = 32_767

/** Checks a sheet's XML and returns the facts that its workbook refers to. */
export function sheetFaults(xml: string, context: Context, report: Report): SheetFacts {
  const rows = new RowCheck(context, report)
  const sheet = parseTree(xml, (element) => {
    if (element.name !== 'row') return false
    rows.add(element)
    return true
  })
  if (sheet.uri !== MAIN) report('namespace')
  inOrder(sheet, ORDER, report)
  const filter = childOf(sheet, 'autoFilter')?.attributes.ref
  if (filter) rows.checkFilter(filter)
  if (!context.isHidden) {
    viewFaults(sheet, context.isFirst, report)
    columnFaults(sheet, rows.columns, report)
    pageFaults(sheet, report)
  }
  choiceFaults(sheet, context.names, report)
  for (const { attributes } of itemsOf(sheet, 'ignoredErrors')) {
    for (const range of (attributes.sqref ?? '').split(' ')) {
      if (!isRange(range, rows.lastRow)) report(`ignored errors of ${range}`)
    }
  }
  return { filter, repeatsColumn: Number(childOf(sheet, 'pageSetup')?.attributes.fitToWidth ?? 1) > 1 }
}

/** Checks the rows one by one. */
class RowCheck {
  readonly #context: Context
  readonly #report: Report
  readonly #sums = new Map<number, number>()
  readonly #dataRows: number[] = []
  #titles: string[] = []
  #totals: { row: number; column: number; formula: string; value: string }[] = []
  lastRow = 0
  columns = 0

  constructor(context: Context, report: Report) {
    this.#context = context
    this.#report = report
  }

  add(row: XmlElement): void {
    const number = Number(row.attributes.r)
    if (!Number.isInteger(number) || number <= this.lastRow || number > LAST_ROW)
      this.#report(`row ${row.attributes.r}`)
    if ((row.attributes.ht !== undefined) !== (row.attributes.customHeight === '1'))
      this.#report(`height of row ${number}`)
    this.lastRow = number
    let last = -1
    for (const cell of row.children) {
      const column = columnOf(cell.attributes.r ?? '', number)
      if (column === undefined || column <= last) this.#report(`cell ${cell.attributes.r} in row ${number}`)
      last = column ?? last
      this.#addCell(cell, number, last)
    }
    if (number === 1) this.#titles = row.children.map((cell) => textOf(cell) ?? '')
    else if (row.children.length > 0) this.#dataRows.push(number)
    this.columns = Math.max(this.columns, last + 1)
  }

  #addCell(cell: XmlElement, row: number, column: number): void {
    const { r = '', s, t } = cell.attributes
    const report = (fault: string) => this.#report(`${r}: ${fault}`)
    const format = this.#context.formats[Number(s)]
    if (cell.name !== 'c' || format === undefined) return void report(`style ${s}`)
    inOrder(cell, ['f', 'v', 'is'], report)
    if (t === 'inlineStr') return void textFaults(cell, format, report)
    if (t !== undefined) return void report(`type ${t}`)
    if (cell.children.length === 0) return
    const value = childOf(cell, 'v')?.text ?? ''
    numberFaults(value, format, report)
    const formula = childOf(cell, 'f')
    if (formula) this.#totals.push({ row, column, formula: formula.text, value })
    else this.#sums.set(column, (this.#sums.get(column) ?? 0) + Number(value))
  }

  /** The filter begins with the header and ends with the data; below are at most an empty row and the totals. */
  checkFilter(range: string): void {
    const [, columnText = '', lastText = ''] = /^A1:([A-Z]+)(\d+)$/.exec(range) ?? []
    const last = Number(lastText)
    if (columnText !== letters(this.#titles.length - 1))
      this.#report(`filter ${range} has not the header's columns`)
    if (this.#titles.some((title) => title === '')) this.#report('a filtered column without title')
    const below = this.#dataRows.filter((row) => row > last)
    if (last < 2 || !this.#dataRows.includes(last)) this.#report(`filter ${range} does not end with the data`)
    if (below.some((row) => row !== last + 2)) this.#report(`rows ${below} below the filter`)
    for (const { row, column, formula, value } of this.#totals) {
      const expected = `SUBTOTAL(109,${letters(column)}2:${letters(column)}${last})`
      if (row !== last + 2 || formula !== expected) this.#report(`formula ${formula} in row ${row}`)
      const sum = this.#sums.get(column) ?? 0
      if (Math.abs(sum - Number(value)) > 1e-6 * Math.max(1, Math.abs(sum))) {
        this.#report(`the total of ${letters(column)} is ${value}, not ${sum}`)
      }
    }
  }
}

const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/

function textFaults(cell: XmlElement, format: string, report: Report): void {
  const text = childOf(childOf(cell, 'is'), 't')
  if (!text || cell.children.length !== 1) return void report('not one text')
  if (format !== '@' && format !== 'General') report(`a text with format ${format}`)
  if (text.text === '' || text.text.length > MAX_CHARS) report(`${text.text.length} characters`)
  if (text.text !== text.text.trim() && text.attributes['xml:space'] !== 'preserve')
    report('white space is lost')
  if (FORMULA_START.test(text.text)) report(`a text that is a formula: ${text.text.slice(0, 20)}`)
  if (/_x[0-9a-f]{4}_/i.test(text.text.replace(/_x005F_/gi, '')))
    report('a text that looks like an escaped character')
}

function numberFaults(value: string, format: string, report: Report): void {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return void report(`the number ${value}`)
  if (format === '@') report(`the number ${value} with the format of a text`)
  if (value.replace(/\D/g, '').replace(/^0+/, '').length > 15)
    report(`the number ${value} has more than 15 digits`)
  const isDate = /y/.test(format)
  if (isDate && (Number(value) < 61 || Number(value) >= 2_958_466)) report(`the date ${value}`)
}

function viewFaults(sheet: XmlElement, isFirst: boolean, report: Report): void {
  if (childOf(childOf(sheet, 'sheetPr'), 'pageSetUpPr')?.attributes.fitToPage !== '1')
    report('not fitted to the page')
  const [view, other] = itemsOf(sheet, 'sheetViews')
  if (!view || other || view.attributes.workbookViewId !== '0') return void report('not one view')
  if ((view.attributes.tabSelected === '1') !== isFirst) report('the wrong sheet is selected')
  inOrder({ ...view, children: view.children.slice(0, 2) }, ['pane', 'selection'], report)
  const {
    xSplit = '0',
    ySplit,
    topLeftCell,
    state,
    activePane = '',
  } = childOf(view, 'pane')?.attributes ?? {}
  if (ySplit !== '1' || state !== 'frozen' || topLeftCell !== `${letters(Number(xSplit))}2`)
    report('header not frozen')
  const panes = view.children
    .filter(({ name }) => name === 'selection')
    .map(({ attributes }) => attributes.pane)
  const expected = xSplit === '0' ? ['bottomLeft'] : ['topRight', 'bottomLeft', 'bottomRight']
  if (panes.join() !== expected.join() || !panes.includes(activePane)) report(`selections ${panes}`)
}

function columnFaults(sheet: XmlElement, columns: number, report: Report): void {
  const cols = itemsOf(sheet, 'cols').map(({ attributes }) => attributes)
  if (cols.length !== columns) report(`${cols.length} columns with a width, ${columns} with a title`)
  cols.forEach(({ min, max, width, customWidth }, at) => {
    if (min !== String(at + 1) || max !== min || customWidth !== '1') report(`column ${at + 1}`)
    if (!(Number(width) > 0 && Number(width) <= 255)) report(`column ${at + 1} has the width ${width}`)
  })
}

function pageFaults(sheet: XmlElement, report: Report): void {
  const page = childOf(sheet, 'pageSetup')?.attributes ?? {}
  if (page.paperSize !== '9' || page.fitToHeight !== '0' || !(Number(page.fitToWidth) >= 1)) report('paper')
  if (page.orientation !== 'portrait' && page.orientation !== 'landscape')
    report(`orientation ${page.orientation}`)
  const margins = childOf(sheet, 'pageMargins')?.attributes ?? {}
  const sides = ['left', 'right', 'top', 'bottom', 'header', 'footer']
  if (sides.some((side) => !(Number(margins[side]) > 0))) report('margins')
  const texts = childOf(sheet, 'headerFooter')
  if (!texts) return void report('no header and footer')
  inOrder(texts, ['oddHeader', 'oddFooter'], report)
  for (const text of texts.children) pageTextFaults(text, report)
  const foot = childOf(texts, 'oddFooter')?.text ?? ''
  if (!foot.includes('&P') || !foot.includes('&N')) report('no page numbers')
}

const CODE = /^&(?:[&LCRPNDTAFZGBIUESXY]|\d{1,3}|K[0-9A-F]{6}|"[^"]*")/

/** Every `&` begins a known code, and the text has at most 255 characters. */
function pageTextFaults({ name, text }: XmlElement, report: Report): void {
  if (text.length > 255) report(`${name} has ${text.length} characters`)
  let at = text.indexOf('&')
  while (at >= 0) {
    const code = CODE.exec(text.slice(at))?.[0]
    if (!code) report(`${name}: code ${text.slice(at, at + 3)}`)
    at = text.indexOf('&', at + (code?.length ?? 1))
  }
}

function choiceFaults(sheet: XmlElement, names: readonly string[], report: Report): void {
  const list = childOf(sheet, 'dataValidations')
  if (!list) return
  if (Number(list.attributes.count) !== list.children.length) report('number of data validations')
  for (const { attributes, children } of list.children) {
    const formula = children[0]?.text ?? ''
    const [, name = '', last = ''] = /^'(.*)'!\$[A-Z]+\$1:\$[A-Z]+\$(\d+)$/.exec(formula) ?? []
    if (!names.includes(name.replaceAll("''", "'")) || !(Number(last) >= 1)) report(`choices from ${formula}`)
    if (attributes.type !== 'list' || !isRange(attributes.sqref ?? '', LAST_ROW))
      report(`choices of ${attributes.sqref}`)
  }
}

function isRange(text: string, lastRow: number): boolean {
  const [, from = '', first = '', to = '', last = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(text) ?? []
  return (
    from !== '' &&
    columnNumber(from) <= columnNumber(to) &&
    Number(first) <= Number(last) &&
    Number(last) <= lastRow
  )
}

/** The text of an inline text cell. */
const textOf = (cell: XmlElement) => childOf(childOf(cell, 'is'), 't')?.text

/** The column index of a reference in the row; undefined if it is none. */
function columnOf(reference: string, row: number): number | undefined {
  const [, text = '', number = ''] = /^([A-Z]{1,3})(\d+)$/.exec(reference) ?? []
  const column = columnNumber(text)
  return text !== '' && Number(number) === row && column <= LAST_COLUMN ? column - 1 : undefined
}

const columnNumber = (text: string) =>
  [...text].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function letters(index: number): string {
  return index < 0 ? '' : letters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26))
}
