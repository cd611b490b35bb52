/**
 * A cell as written in the sheet's XML: its reference (`B12`), the index of its format, its type, and the text of its
 * value.
 */
export interface PlainCell {
  reference: string | undefined
  style: string | undefined
  type: string | undefined
  text: string
}

/** The row number as written in the XML, and the cells. */
export interface PlainRow {
  number: string | undefined
  cells: PlainCell[]
}

const ROW_END = '</row>'
/** Characters without the end of a row after which the text is passed on instead of held back. */
const MAX_BUFFERED = 64 * 1024

/**
 * Takes the rows that are written in the usual simple form out of a sheet's XML and passes everything else to the XML
 * parser, in order. The parser takes three times as long for a row.
 */
export async function* withoutPlainRows(
  pieces: AsyncIterable<string>,
  onRow: (row: PlainRow) => void,
): AsyncGenerator<string> {
  let buffered = ''
  let mayBePlain = true
  for await (const piece of pieces) {
    // A comment or declaration may contain text that looks like rows.
    const begun = buffered.length
    buffered += piece
    if (buffered.indexOf('<!', Math.max(0, begun - 1)) >= 0) mayBePlain = false
    let at = 0
    while (mayBePlain) {
      const end = buffered.indexOf(ROW_END, Math.max(at, begun - ROW_END.length))
      if (end < 0) break
      const xml = buffered.slice(at, end + ROW_END.length)
      at = end + ROW_END.length
      const row = plainRow(xml)
      if (row) onRow(row)
      else yield xml
    }
    buffered = buffered.slice(at)
    if (mayBePlain && buffered.length < MAX_BUFFERED) {
      // The parser checks between pieces whether to continue.
      yield ''
    } else {
      yield buffered
      buffered = ''
    }
  }
  yield buffered
}

const ROW = /^<row((?: [\w:.]+="[^"<&]*")*)>/
const NUMBER = / r="(\d+)"/
/** A cell with its attributes in the order of the standard's examples, and at most one value without escapes. */
const CELL =
  /<c(?: r="([A-Z]{1,3}\d{0,7})")?(?: s="(\d+)")?(?: t="(\w+)")?(?:\/>|>(?:<v>([^<&\r]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<&\r]*)<\/t><\/is>)?<\/c>)/y

/** Parses a row that contains only such cells; null if it contains anything else. */
function plainRow(xml: string): PlainRow | null {
  const opening = ROW.exec(xml)
  if (!opening) return null
  const cells: PlainCell[] = []
  let at = opening[0].length
  const last = xml.length - ROW_END.length
  while (at < last) {
    CELL.lastIndex = at
    const found = CELL.exec(xml)
    if (!found) return null
    const [, reference, style, type, value, inline] = found
    cells.push({ reference, style, type, text: value ?? inline ?? '' })
    at = CELL.lastIndex
  }
  return { number: NUMBER.exec(opening[1] ?? '')?.[1], cells }
}
