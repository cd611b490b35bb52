import { strFromU8, unzipSync } from 'fflate'
import { childOf, itemsOf, parseTree, type XmlElement } from '../../src/testing/testXml.ts'

/** A visible sheet as the program has written it. */
export interface WrittenSheet {
  name: string
  /** The texts of the cells as their formats show them, by row; rows and cells at the end may be missing. */
  rows: string[][]
  orientation: 'portrait' | 'landscape'
  /** Pages side by side. */
  pagesAcross: number
  /** The text at the start of the printed header. */
  header: string
}

/** Reads the visible sheets of a workbook of the program, without the code of the program. */
export function writtenSheets(bytes: Uint8Array): WrittenSheet[] {
  const parts = unzipSync(bytes)
  const xmlOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const codes = formatCodes(parseTree(xmlOf('xl/styles.xml')))
  const sheets = itemsOf(parseTree(xmlOf('xl/workbook.xml')), 'sheets').map(({ attributes }) => attributes)
  return sheets.flatMap(({ name = '', state }, at) =>
    state === 'hidden' ? [] : [readSheet(xmlOf(`xl/worksheets/sheet${at + 1}.xml`), name, codes)],
  )
}

function formatCodes(styles: XmlElement): string[] {
  const codes = new Map(
    itemsOf(styles, 'numFmts').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']),
  )
  return itemsOf(styles, 'cellXfs').map(({ attributes }) => codes.get(attributes.numFmtId) ?? '@')
}

function readSheet(xml: string, name: string, codes: readonly string[]): WrittenSheet {
  const rows: string[][] = []
  const sheet = parseTree(xml, (element) => {
    if (element.name !== 'row') return false
    rows[Number(element.attributes.r) - 1] = cellsOf(element, codes)
    return true
  })
  const page = childOf(sheet, 'pageSetup')?.attributes ?? {}
  const header = childOf(childOf(sheet, 'headerFooter'), 'oddHeader')?.text ?? ''
  return {
    name,
    rows: Array.from(rows, (row) => row ?? []),
    orientation: page.orientation === 'landscape' ? 'landscape' : 'portrait',
    pagesAcross: Number(page.fitToWidth ?? 1),
    header: header
      .replace(/^&L&9 ?/, '')
      .replace(/&R&9.*$/s, '')
      .replaceAll('&&', '&'),
  }
}

function cellsOf(row: XmlElement, codes: readonly string[]): string[] {
  const cells: string[] = []
  for (const { attributes, children } of row.children) {
    const value = children.find(({ name }) => name === 'v')?.text
    const text = childOf(
      children.find(({ name }) => name === 'is'),
      't',
    )?.text
    const column = columnOf(attributes.r ?? '')
    cells[column] =
      value === undefined ? unescaped(text ?? '') : shown(value, codes[Number(attributes.s)] ?? '')
  }
  return Array.from(cells, (cell) => cell ?? '')
}

const columnOf = (reference: string) =>
  [...reference.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Excel's escape of characters in texts (ECMA-376, 22.9.2.19). */
const unescaped = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A number as its format shows it, computed with the digits of the file instead of floating point. */
function shown(digits: string, code: string): string {
  if (code.startsWith('yyyy')) return shownDate(digits, code.includes('hh'))
  const decimals = /\.(0+)/.exec(code)?.[1]?.length ?? 0
  const isPercent = code.endsWith('%')
  const rounded = roundedDigits(digits, decimals, isPercent ? 2 : 0)
  const [whole = '0', fraction] = rounded.replace('-', '').split('.')
  const grouped = code.includes(',') ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const number = fraction === undefined ? grouped : `${grouped}.${fraction}`
  return `${rounded.startsWith('-') ? '-' : ''}${number}${isPercent ? '%' : ''}`
}

/** Moves the decimal point to the right by `shift` digits and rounds half away from zero. */
function roundedDigits(digits: string, decimals: number, shift: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  const padded = fraction.padEnd(shift + decimals + 1, '0')
  const kept = BigInt(whole + padded.slice(0, shift + decimals))
  const rounded = (padded[shift + decimals] ?? '0') >= '5' ? kept + 1n : kept
  const text = rounded.toString().padStart(decimals + 1, '0')
  const number = decimals > 0 ? `${text.slice(0, -decimals)}.${text.slice(-decimals)}` : text
  return rounded === 0n ? number : sign + number
}

function shownDate(digits: string, withTime: boolean): string {
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(Number(digits) * 86_400) * 1_000).toISOString()
  return withTime ? at.slice(0, 19).replace('T', ' ') : at.slice(0, 10)
}
