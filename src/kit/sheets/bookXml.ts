import type { Say } from '#kit/text.ts'
import { stylesXml } from './styles.ts'
import { MAIN, withoutControls, xmlText } from './xmlText.ts'

/** Whose data a workbook contains, who wrote it and when: for the printed header and the file's properties. */
export interface BookAbout {
  company?: string | undefined
  /** What the data is about: the filters, the period. */
  subject?: string | undefined
  person?: string | undefined
  at?: Date | undefined
  /** The language of the texts that the writer adds. */
  say: Say
}

/** A written sheet, as `workbook.xml` lists it. */
export interface WrittenSheet {
  name: string
  isHidden?: boolean
  /** The range of its filter: `$A$1:$H$55`. */
  filter?: string | undefined
  /** The rows and columns that every printed page repeats: `$1:$1`. */
  repeats?: readonly string[]
}

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PROPERTIES = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'
const MIME = 'application/vnd.openxmlformats'

/** The path of a sheet within the file. */
export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

/** The parts of an .xlsx that depend only on the number of its sheets, by path, without the XML declaration. */
export function firstParts(sheets: number): Record<string, string> {
  return {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': relations([
      [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      [`${OFFICE}/extended-properties`, 'docProps/app.xml'],
    ]),
    'xl/_rels/workbook.xml.rels': relations([
      ...Array.from({ length: sheets }, (_, at): [string, string] => [
        `${OFFICE}/worksheet`,
        `worksheets/sheet${at + 1}.xml`,
      ]),
      [`${OFFICE}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(MAIN),
  }
}

/** The parts that are known once all rows are written. */
export function lastParts(sheets: readonly WrittenSheet[], about: BookAbout): Record<string, string> {
  return {
    'xl/workbook.xml': workbook(sheets),
    'docProps/core.xml': coreProperties(sheets[0]?.name ?? '', about),
    'docProps/app.xml':
      `<Properties xmlns="${PROPERTIES}"><Application>Houtai</Application>` +
      `${about.company ? `<Company>${xmlText(about.company)}</Company>` : ''}</Properties>`,
  }
}

const MAX_NAME = 31

/**
 * Makes sheet names valid in Excel: at most 31 characters, none of []:*?/\, no duplicates, no apostrophe at either end,
 * and not History, which Excel reserves.
 */
export function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set(['history', ''])
  return titles.map((title) => {
    const clean = cleanName(title, MAX_NAME)
    let name = clean
    for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) {
      name = `${cleanName(clean, MAX_NAME - String(number).length - 1)} ${number}`.trim()
    }
    usedNames.add(name.toLowerCase())
    return name
  })
}

function cleanName(title: string, chars: number): string {
  const plain = withoutControls(title)
    .replace(/[[\]:*?/\\\s]/g, ' ')
    .trim()
  return plain
    .slice(0, chars)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .replace(/^'+|'+$/g, '')
    .trim()
}

/** A sheet's name in a formula. */
export const quotedName = (name: string) => `'${name.replaceAll("'", "''")}'`

function workbook(sheets: readonly WrittenSheet[]): string {
  const list = sheets.map(({ name, isHidden }, at) => {
    const hidden = isHidden ? ' state="hidden"' : ''
    return `<sheet name="${xmlText(name)}" sheetId="${at + 1}"${hidden} r:id="rId${at + 1}"/>`
  })
  const names = sheets.flatMap(({ name, filter, repeats = [] }, at) => {
    const within = (range: string) => xmlText(`${quotedName(name)}!${range}`)
    return [
      ...(filter
        ? [
            `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${within(filter)}</definedName>`,
          ]
        : []),
      ...(repeats.length > 0
        ? [
            `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${repeats.map(within).join()}</definedName>`,
          ]
        : []),
    ]
  })
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr defaultThemeVersion="124226"/>` +
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000"/></bookViews>' +
    `<sheets>${list.join('')}</sheets>` +
    `${names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''}</workbook>`
  )
}

function coreProperties(title: string, { person, at }: BookAbout): string {
  const time = at && `${at.toISOString().slice(0, 19)}Z`
  const instant = (name: string) =>
    time ? `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>` : ''
  return (
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${xmlText(title)}</dc:title>${person ? `<dc:creator>${xmlText(person)}</dc:creator>` : ''}` +
    `${instant('created')}${instant('modified')}</cp:coreProperties>`
  )
}

function relations(targets: [type: string, target: string][]): string {
  const list = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

function contentTypes(sheets: number): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${MIME}-${type}+xml"/>`
  const each = Array.from({ length: sheets }, (_, at) =>
    override(sheetPath(at), 'officedocument.spreadsheetml.worksheet'),
  )
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    `<Default Extension="rels" ContentType="${MIME}-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('xl/workbook.xml', 'officedocument.spreadsheetml.sheet.main') +
    override('xl/styles.xml', 'officedocument.spreadsheetml.styles') +
    each.join('') +
    override('docProps/core.xml', 'package.core-properties') +
    `${override('docProps/app.xml', 'officedocument.extended-properties')}</Types>`
  )
}
