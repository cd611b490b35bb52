/** A cell, in quotation marks or bare, and what ends it. Marks that do not close before that end are text. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy

/**
 * Cells as a spreadsheet puts them on the clipboard: tabs between cells, line breaks between rows, and a cell that holds
 * either of them, or a quotation mark, in quotation marks that are doubled inside.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  // The break that ends the last row begins no further one.
  return /[\r\n]$/.test(text) ? rows.slice(0, -1) : rows
}

/** Cells as a spreadsheet takes them from the clipboard. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(writeCell).join('\t')).join('\r\n')
}

function writeCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
