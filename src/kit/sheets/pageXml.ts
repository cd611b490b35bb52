import type { ColumnWidth } from './columnWidths.ts'
import { withoutControls, xmlText } from './xmlText.ts'

/** The texts above and below a printed page; `&P` and `&N` in `foot` are its number and the number of pages. */
export interface PageTexts {
  left: string
  right: string
  foot: string
}

/** Characters across a page of A4 at full size. */
const PORTRAIT = 96
const LANDSCAPE = 140
/** The smallest scale at which a printed list can be read. */
const MIN_SCALE = 0.45
/** Portrait is kept if the page is scaled no further than this. */
const PORTRAIT_SCALE = 0.7
/** Paper size 9 is A4. */
const A4 = 9
/** Maximum number of characters of a header or footer. */
const MAX_TEXT = 255

type Widths = readonly Pick<ColumnWidth, 'width'>[]

const sum = (widths: Widths) => widths.reduce((total, { width }) => total + width, 0)

/** Whether the columns need a page in landscape. */
export const isWide = (widths: Widths) => sum(widths) > PORTRAIT / PORTRAIT_SCALE

/** The number of pages side by side: one, unless the text became too small to be read. */
export const pagesAcross = (widths: Widths) => Math.max(1, Math.ceil(sum(widths) / (LANDSCAPE / MIN_SCALE)))

/** The XML of the print settings, in the order of the standard: margins, page, header and footer. */
export function pageXml(widths: Widths, texts: PageTexts): string {
  const orientation = isWide(widths) ? 'landscape' : 'portrait'
  return (
    '<printOptions horizontalCentered="1"/>' +
    '<pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.25"/>' +
    `<pageSetup paperSize="${A4}" orientation="${orientation}" fitToWidth="${pagesAcross(widths)}" fitToHeight="0"/>` +
    `<headerFooter scaleWithDoc="0"><oddHeader>${headerXml(texts)}</oddHeader>` +
    `<oddFooter>${xmlText(`&C&9${afterSize(texts.foot)}`)}</oddFooter></headerFooter>`
  )
}

/** Both texts in 9 points; the left one is cut if they are too long. */
function headerXml({ left, right }: PageTexts): string {
  const end = `&R&9${afterSize(literal(right))}`
  const start = `&L&9${afterSize(literal(left))}`
  return xmlText(cut(start, MAX_TEXT - end.length) + end.slice(0, MAX_TEXT))
}

/** Cuts a text, but no doubled `&` in half. */
function cut(text: string, chars: number): string {
  const short = text.slice(0, Math.max(0, chars))
  return /(^|[^&])(&&)*&$/.test(short) ? short.slice(0, -1) : short
}

/** A text as it is: `&` begins a code. */
const literal = (text: string) => withoutControls(text).replaceAll('\n', ' ').replaceAll('&', '&&')

/** A digit after the size would become part of it. */
const afterSize = (text: string) => (/^\d/.test(text) ? ` ${text}` : text)
