import { parse } from 'csv-parse/sync'
import type { Opened, PrintedPage } from './office.ts'
import type { WrittenSheet } from './written.ts'

/** A4 in points, and how far a page may differ from it. */
const A4 = [595, 842] as const
const TOLERANCE = 2
/** Faults of one workbook that are shown. */
const MAX_FAULTS = 10

/** The differences between what the program wrote and what LibreOffice shows and prints. */
export function officeFaults(written: readonly WrittenSheet[], opened: Opened, isPrinted: boolean): string[] {
  const faults = written.flatMap((sheet) => [
    ...cellFaults(sheet, opened.sheets.get(sheet.name)),
    ...(isPrinted ? pageFaults(sheet, opened.pages) : []),
  ])
  const cut = faults.length - MAX_FAULTS
  return cut > 0 ? [...faults.slice(0, MAX_FAULTS), `and ${cut} more`] : faults
}

function cellFaults({ name, rows }: WrittenSheet, csv: string | undefined): string[] {
  if (csv === undefined) return [`${name}: LibreOffice has no such sheet`]
  const shown: string[][] = parse(csv, { relax_column_count: true, bom: true, skip_empty_lines: false })
  const faults = shown.length < rows.length ? [`${name}: ${shown.length} rows instead of ${rows.length}`] : []
  shown.forEach((cells, at) => {
    const expected = rows[at] ?? []
    for (let column = 0; column < Math.max(cells.length, expected.length); column += 1) {
      const [is, should] = [cells[column] ?? '', lineEnds(expected[column] ?? '')]
      if (lineEnds(is) !== should)
        faults.push(`${name} row ${at + 1}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)
    }
  })
  return faults
}

/** A spreadsheet has one kind of line end within a cell. */
const lineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

/** Every page of a sheet is A4 in its orientation, has the first and last title, a page number, and no ### for a number. */
function pageFaults(sheet: WrittenSheet, all: readonly PrintedPage[]): string[] {
  const { name, orientation, pagesAcross, rows } = sheet
  const pages = all.filter(({ text }) => plain(text).startsWith(plain(sheet.header)))
  if (pages.length === 0) return [`${name}: no page is printed`]
  const [short, long] = A4
  const size = orientation === 'portrait' ? [short, long] : [long, short]
  // A title of several lines is mixed with those of its neighbours.
  const titles = (rows[0] ?? []).filter((title) => title.length <= 6)
  const expected = pagesAcross > 1 ? titles.slice(0, 1) : [titles[0], titles.at(-1)]
  return pages.flatMap(({ width, height, text }, at) => {
    const printed = plain(text)
    const place = `${name} page ${at + 1}`
    const isA4 = Math.abs(width - (size[0] ?? 0)) < TOLERANCE && Math.abs(height - (size[1] ?? 0)) < TOLERANCE
    return [
      ...(isA4 ? [] : [`${place}: ${width} × ${height}`]),
      ...expected
        .filter((title) => title && !printed.includes(plain(title)))
        .map((title) => `${place}: no title ${title}`),
      ...(/第\d+页，共\d+页/.test(printed) ? [] : [`${place}: no page number`]),
      ...(text.includes('###') ? [`${place}: a number is wider than its column`] : []),
    ]
  })
}

/** A text without white space, which a printed page adds and removes. */
const plain = (text: string) => text.replace(/\s/g, '')
