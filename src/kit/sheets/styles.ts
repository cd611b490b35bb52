import { xmlText } from './xmlText.ts'

/**
 * The type of a column's values: `money` in 分, `percent` in basis points, `day` as `2026-05-15`, `instant` as
 * `2026-05-15 08:30:00` in the time zone of the company, `seconds` a duration, `number` as it is.
 */
export type CellType = 'text' | 'number' | 'money' | 'percent' | 'seconds' | 'day' | 'instant'

/** A cell's format: its type, or a variant of it. `textAtEnd`: a text in a column of numbers. */
export type CellFormat = CellType | 'decimal' | 'wrapped' | 'textAtEnd'

/** `blank`: a cell without content in a template, which has the number format only. */
export type RowKind = 'data' | 'total' | 'blank'

interface Format {
  /** An id below 164 is built in. */
  id: number
  code?: string
  align: 'left' | 'right'
}

const FORMATS: Record<CellFormat, Format> = {
  text: { id: 49, align: 'left' },
  wrapped: { id: 49, align: 'left' },
  textAtEnd: { id: 49, align: 'right' },
  number: { id: 164, code: '#,##0', align: 'right' },
  decimal: { id: 165, code: '#,##0.00', align: 'right' },
  seconds: { id: 170, code: '#,##0.0', align: 'right' },
  money: { id: 166, code: '#,##0.00;[Red]-#,##0.00', align: 'right' },
  percent: { id: 167, code: '0.00%', align: 'right' },
  day: { id: 168, code: 'yyyy-mm-dd', align: 'left' },
  instant: { id: 169, code: 'yyyy-mm-dd hh:mm:ss', align: 'left' },
}

const NAMES = Object.keys(FORMATS) as CellFormat[]

/** Whether the cells of a type are aligned at the end. */
export const isNumeric = (type: CellType) => FORMATS[type].align === 'right'

/** Styles before those of the formats: the default one and the two headers. */
const FIRST_STYLES = 3
const firstOfKind = { data: 0, total: 1, blank: 2 } satisfies Record<RowKind, number>
const placeOfFormat = Object.fromEntries(NAMES.map((name, at) => [name, at])) as Record<CellFormat, number>

/** The index of a style in `cellXfs`: each format for each kind of row. */
export function styleOf(format: CellFormat, kind: RowKind): number {
  return FIRST_STYLES + firstOfKind[kind] * NAMES.length + placeOfFormat[format]
}

/** The style of a header, aligned like the column's cells. */
export const headerStyle = (type: CellType) => (isNumeric(type) ? 2 : 1)

/** Fonts, fills and borders in the order of their index. The console's colours. */
const FONTS = [font(''), font('<b/>')]
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF2F3F5"/><bgColor indexed="64"/></patternFill></fill>',
]
const LINE = '<left/><right/>'
const BORDERS = [
  `<border>${LINE}<top/><bottom/><diagonal/></border>`,
  `<border>${LINE}<top/>${edge('bottom', 'FFC9CDD4')}<diagonal/></border>`,
  `<border>${LINE}<top/>${edge('bottom', 'FFE5E6EB')}<diagonal/></border>`,
  `<border>${LINE}${edge('top', 'FF86909C')}${edge('bottom', 'FF86909C')}<diagonal/></border>`,
]
const HEADER = { font: 1, fill: 2, border: 1 }
const LOOKS: Record<RowKind, { font: number; fill: number; border: number }> = {
  data: { font: 0, fill: 0, border: 2 },
  total: { font: 1, fill: 0, border: 3 },
  blank: { font: 0, fill: 0, border: 0 },
}

function font(bold: string): string {
  // The name is known to Excel and WPS on Windows and macOS; other programs replace it by a Chinese font.
  return `<font>${bold}<sz val="10"/><color rgb="FF1F2329"/><name val="Microsoft YaHei"/><family val="2"/><charset val="134"/></font>`
}

function edge(side: 'top' | 'bottom', rgb: string): string {
  return `<${side} style="thin"><color rgb="${rgb}"/></${side}>`
}

interface Look {
  font: number
  fill: number
  border: number
  numFmt: number
  align?: 'left' | 'right'
  wraps?: boolean
}

function xf({ font, fill, border, numFmt, align, wraps }: Look): string {
  // The indent separates a text from the number in the column before.
  const alignment = `<alignment${align ? ` horizontal="${align}"` : ''}${align === 'left' ? ' indent="1"' : ''} vertical="center"${wraps ? ' wrapText="1"' : ''}/>`
  return (
    `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"` +
    `${numFmt ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}${fill ? ' applyFill="1"' : ''}` +
    `${border ? ' applyBorder="1"' : ''} applyAlignment="1">${alignment}</xf>`
  )
}

const listOf = (name: string, items: readonly string[]) =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`

/** The content of `styles.xml`. */
export function stylesXml(namespace: string): string {
  const codes = Object.values(FORMATS).flatMap(({ id, code }) =>
    code === undefined ? [] : [`<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`],
  )
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
  const kinds = Object.keys(firstOfKind) as RowKind[]
  const cells = kinds.flatMap((kind) =>
    NAMES.map((name) => {
      const { id, align } = FORMATS[name]
      return xf({ ...LOOKS[kind], numFmt: id, align, wraps: name === 'wrapped' || name === 'textAtEnd' })
    }),
  )
  const headers = (['left', 'right'] as const).map((align) =>
    xf({ ...HEADER, numFmt: 0, align, wraps: true }),
  )
  const first = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  return (
    `<styleSheet xmlns="${namespace}">${listOf('numFmts', codes)}${listOf('fonts', FONTS)}` +
    `${listOf('fills', FILLS)}${listOf('borders', BORDERS)}${listOf('cellStyleXfs', [plain])}` +
    `${listOf('cellXfs', [first, ...headers, ...cells])}` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>'
  )
}
