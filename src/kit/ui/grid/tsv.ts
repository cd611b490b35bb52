/** A cell, quoted or not, and its terminator. Quotation marks that are not closed before it are text. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy

/**
 * Parses cells in the format that spreadsheets put on the clipboard: tabs between cells, line breaks between rows; a
 * cell that contains a tab, a line break or a quotation mark is quoted, with quotation marks doubled.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, unquoted = '', end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? unquoted)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  // The line break after the last row does not start another row.
  return /[\r\n]$/.test(text) ? rows.slice(0, -1) : rows
}

/** Formats cells for pasting into a spreadsheet. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(writeCell).join('\t')).join('\r\n')
}

function writeCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
