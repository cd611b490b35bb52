import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { unzipSync } from 'fflate'
import { type SheetFacts, sheetFaults } from './testWorksheet.ts'
import { childOf, inOrder, itemsOf, parseTree, type XmlElement } from './testXml.ts'

/**
 * The requirements of Excel and WPS on an .xlsx (ECMA-376 parts 1 and 2, transitional), as far as the program's files
 * use them. Excel "repairs" a file that breaks one of them, and then shows less than what was written.
 */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The content type of a part by the type of the relation that leads to it. */
const CONTENT_TYPES: Record<string, string> = {
  [`${OFFICE}/officeDocument`]: `${SPREADSHEET}.sheet.main+xml`,
  [`${OFFICE}/worksheet`]: `${SPREADSHEET}.worksheet+xml`,
  [`${OFFICE}/styles`]: `${SPREADSHEET}.styles+xml`,
  [`${OFFICE}/extended-properties`]: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
  [`${PACKAGE}/relationships/metadata/core-properties`]:
    'application/vnd.openxmlformats-package.core-properties+xml',
}

type Report = (fault: string) => void

/** Throws if the file breaks a requirement, with all of them. */
export function assertWorkbook(bytes: Uint8Array, name = 'workbook'): void {
  assert.deepEqual(workbookFaults(bytes), [], name)
}

/** The requirements that the file breaks, as sentences; empty for a correct file. */
export function workbookFaults(bytes: Uint8Array): string[] {
  const faults: string[] = []
  const report: Report = (fault) => void faults.push(fault)
  const files = unzipSync(bytes)
  const paths = Object.keys(files)
  if (paths[0] !== '[Content_Types].xml') report('[Content_Types].xml is not the first part')
  if (new Set(paths.map((path) => path.toLowerCase())).size < paths.length)
    report('two parts have the same name')
  const parts = new Map<string, Part>()
  for (const [path, content] of Object.entries(files)) {
    const part = readPart(path, content, report)
    if (part) parts.set(path, part)
  }
  packageFaults(parts, report)
  const book = parts.get('xl/workbook.xml')
  const styles = parts.get('xl/styles.xml')
  if (!book || !styles) return [...faults, 'no workbook or no styles']
  const formats = styleFaults(styles.root, (fault) => report(`styles: ${fault}`))
  bookFaults({ book: book.root, parts, formats }, report)
  return faults
}

interface Part {
  xml: string
  root: XmlElement
}

function readPart(path: string, content: Uint8Array, report: Report): Part | undefined {
  try {
    const xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    if (!xml.startsWith('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<'))
      report(`${path}: declaration`)
    // Rows are read again, one by one.
    return { xml, root: parseTree(xml, ({ name }) => name === 'row') }
  } catch (error) {
    report(`${path}: ${(error as Error).message}`)
    return undefined
  }
}

/** Content types and relations: every part has a type and is reached from the root, and every target exists. */
function packageFaults(parts: ReadonlyMap<string, Part>, report: Report): void {
  const typeOf = contentTypes(parts, report)
  const relations = [
    { folder: '', path: '_rels/.rels' },
    { folder: 'xl', path: 'xl/_rels/workbook.xml.rels' },
  ]
  const reached = new Set(['[Content_Types].xml', ...relations.map(({ path }) => path)])
  for (const { folder, path } of relations) {
    const all = parts.get(path)?.root.children.map(({ attributes }) => attributes) ?? []
    if (new Set(all.map(({ Id }) => Id)).size < all.length) report(`${path}: an id twice`)
    for (const { Id = '', Type = '', Target = '' } of all) {
      const target = posix.join(folder, Target)
      reached.add(target)
      const isRight = /^rId\d+$/.test(Id) && parts.has(target) && typeOf(target) === CONTENT_TYPES[Type]
      if (!isRight) report(`${path}: ${Id} to ${target}, content type ${typeOf(target)} for ${Type}`)
    }
  }
  for (const path of parts.keys()) if (!reached.has(path)) report(`${path}: nothing leads to it`)
  const core = parts.get('docProps/core.xml')?.root
  if (!childOf(core, 'title')) report('docProps/core.xml: no title')
  if (!childOf(parts.get('docProps/app.xml')?.root, 'Application')) report('docProps/app.xml: no application')
}

function contentTypes(parts: ReadonlyMap<string, Part>, report: Report) {
  const entries = parts.get('[Content_Types].xml')?.root.children ?? []
  const overrides = new Map<string, string>()
  const defaults = new Map<string, string>()
  for (const { name, attributes } of entries) {
    const { PartName = '', Extension = '', ContentType = '' } = attributes
    if (name === 'Default') defaults.set(Extension, ContentType)
    else overrides.set(PartName.slice(1), ContentType)
    if (name === 'Override' && !parts.has(PartName.slice(1)))
      report(`content type of a missing part ${PartName}`)
  }
  if (defaults.size + overrides.size < entries.length) report('a content type twice')
  return (path: string) => overrides.get(path) ?? defaults.get(path.slice(path.lastIndexOf('.') + 1))
}

const STYLES = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'dxfs']

/** Checks the styles and returns the format code of each cell style. */
function styleFaults(root: XmlElement, report: Report): string[] {
  if (root.uri !== MAIN) report('namespace')
  inOrder(root, STYLES, report)
  for (const { name, attributes, children } of root.children) {
    if (Number(attributes.count) !== children.length)
      report(`${name} has ${children.length}, not ${attributes.count}`)
  }
  const fills = itemsOf(root, 'fills').map((fill) => childOf(fill, 'patternFill')?.attributes.patternType)
  if (fills[0] !== 'none' || fills[1] !== 'gray125') report('the first two fills are not none and gray125')
  for (const font of itemsOf(root, 'fonts'))
    inOrder(font, ['b', 'sz', 'color', 'name', 'family', 'charset'], report)
  for (const border of itemsOf(root, 'borders')) {
    inOrder(border, ['left', 'right', 'top', 'bottom', 'diagonal'], report)
  }
  const codes = new Map(
    itemsOf(root, 'numFmts').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode]),
  )
  if ([...codes.keys()].some((id) => Number(id) < 164)) report('a number format below 164')
  const within = (value: string | undefined, list: string) => Number(value) < itemsOf(root, list).length
  return itemsOf(root, 'cellXfs').map(({ attributes }, at) => {
    const { fontId, fillId, borderId, xfId, numFmtId = '0' } = attributes
    const isWithin =
      within(fontId, 'fonts') &&
      within(fillId, 'fills') &&
      within(borderId, 'borders') &&
      within(xfId, 'cellStyleXfs')
    if (!isWithin) report(`style ${at} refers to nothing`)
    const code = codes.get(numFmtId) ?? { '0': 'General', '49': '@' }[numFmtId]
    if (code === undefined) report(`style ${at} has no number format ${numFmtId}`)
    return code ?? 'General'
  })
}

const BOOK = ['workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr']

interface Book {
  book: XmlElement
  parts: ReadonlyMap<string, Part>
  formats: readonly string[]
}

function bookFaults({ book, parts, formats }: Book, report: Report): void {
  if (book.uri !== MAIN) report('workbook: namespace')
  inOrder(book, BOOK, (fault) => report(`workbook: ${fault}`))
  if (itemsOf(book, 'bookViews').length !== 1) report('workbook: not one view')
  const sheets = itemsOf(book, 'sheets').map(({ attributes }) => attributes)
  const names = sheets.map(({ name = '' }) => name)
  nameFaults(names, report)
  if (sheets.every(({ state }) => state === 'hidden')) report('workbook: no visible sheet')
  if (sheets[0]?.state === 'hidden') report('workbook: the first sheet is hidden')
  if (new Set(sheets.map(({ sheetId }) => sheetId)).size < sheets.length) report('workbook: a sheet id twice')
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.root.children ?? []
  const facts = sheets.map((sheet, at) => {
    const target =
      relations.find(({ attributes }) => attributes.Id === sheet['r:id'])?.attributes.Target ?? ''
    const part = parts.get(`xl/${target}`)
    const place = `${names[at]}: `
    if (!part || !target.startsWith('worksheets/')) {
      report(`${place}no sheet ${target}`)
      return undefined
    }
    const context = { formats, names, isFirst: at === 0, isHidden: sheet.state === 'hidden' }
    return sheetFaults(part.xml, context, (fault) => report(place + fault))
  })
  definedNameFaults(book, { names, facts, isHidden: sheets.map(({ state }) => state === 'hidden') }, report)
}

function nameFaults(names: readonly string[], report: Report): void {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    report('two sheets have the same name')
  for (const name of names) {
    const isValid = name.length >= 1 && name.length <= 31 && !/[[\]:*?/\\\p{Cc}]|^'|'$/u.test(name)
    if (!isValid || name.toLowerCase() === 'history' || name !== name.trim())
      report(`sheet name ${JSON.stringify(name)}`)
  }
}

interface Named {
  names: readonly string[]
  facts: readonly (SheetFacts | undefined)[]
  isHidden: readonly boolean[]
}

/** Every filter has its hidden name with the same range, and every visible sheet its repeated rows. */
function definedNameFaults(book: XmlElement, { names, facts, isHidden }: Named, report: Report): void {
  const defined = new Map<string, XmlElement>()
  for (const element of itemsOf(book, 'definedNames')) {
    const { name = '', localSheetId = '' } = element.attributes
    if (defined.has(`${name} ${localSheetId}`)) report(`defined name ${name} twice`)
    if (!names[Number(localSheetId)]) report(`defined name ${name} of no sheet`)
    defined.set(`${name} ${localSheetId}`, element)
  }
  const absolute = (range: string) => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  names.forEach((name, at) => {
    const quoted = `'${name.replaceAll("'", "''")}'!`
    const filter = defined.get(`_xlnm._FilterDatabase ${at}`)
    const range = facts[at]?.filter
    const expected = range && `${quoted}${absolute(range)}`
    if (filter?.text !== expected) report(`${name}: filter ${range}, but its name is ${filter?.text}`)
    if (filter && filter.attributes.hidden !== '1') report(`${name}: the name of the filter is not hidden`)
    const titles = defined.get(`_xlnm.Print_Titles ${at}`)?.text
    const wanted = [...(facts[at]?.repeatsColumn ? [`${quoted}$A:$A`] : []), `${quoted}$1:$1`].join()
    if (titles !== (isHidden[at] ? undefined : wanted)) report(`${name}: repeated rows ${titles}`)
  })
}
