/** A cell as the sheet's XML writes it: where it stands (`B12`), its format's number, its type, and its value's text. */
export interface PlainCell {
  reference: string | undefined
  style: string | undefined
  type: string | undefined
  text: string
}

/** A row's own number as it is written, and its cells with a value. */
export interface PlainRow {
  number: string | undefined
  cells: PlainCell[]
}

const END = '</row>'
/** A row as long as this without an end is none: nothing larger is held back. */
const LONGEST = 64 * 1024

/**
 * Takes the rows out of a sheet's XML that are written the way nearly every program writes them, and passes all else on
 * to the XML parser, in order: it takes three times as long for a row.
 */
export async function* withoutPlainRows(
  pieces: AsyncIterable<string>,
  take: (row: PlainRow) => void,
): AsyncGenerator<string> {
  let held = ''
  let mayBePlain = true
  for await (const piece of pieces) {
    // What begins so, a comment for one, may hold rows that are none.
    const begun = held.length
    held += piece
    if (held.indexOf('<!', Math.max(0, begun - 1)) >= 0) mayBePlain = false
    let at = 0
    while (mayBePlain) {
      const end = held.indexOf(END, Math.max(at, begun - END.length))
      if (end < 0) break
      const xml = held.slice(at, end + END.length)
      at = end + END.length
      const row = plainRow(xml)
      if (row) take(row)
      else yield xml
    }
    held = held.slice(at)
    if (mayBePlain && held.length < LONGEST) {
      // The parser asks between two pieces whether the reading goes on.
      yield ''
    } else {
      yield held
      held = ''
    }
  }
  yield held
}

const ROW = /^<row((?: [\w:.]+="[^"<&]*")*)>/
const NUMBER = / r="(\d+)"/
/** A cell's attributes in the order of the standard's examples, and no more than one value without escapes. */
const CELL =
  /<c(?: r="([A-Z]{1,3}\d{0,7})")?(?: s="(\d+)")?(?: t="(\w+)")?(?:\/>|>(?:<v>([^<&\r]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<&\r]*)<\/t><\/is>)?<\/c>)/y

/** A row of cells and nothing else; null where anything else stands in it. */
function plainRow(xml: string): PlainRow | null {
  const opening = ROW.exec(xml)
  if (!opening) return null
  const cells: PlainCell[] = []
  let at = opening[0].length
  const last = xml.length - END.length
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
