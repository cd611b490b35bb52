import { rowColumns } from '#operations/imports/rowColumns.ts'
import type { StoredRow } from './storedRow.ts'

const WRITERS = {
  int: String,
  bigint: String,
  text: (value: unknown) => quote(String(value)),
  'text[]': (value: unknown) => quote(`{${(value as string[]).join(',')}}`),
}

/**
 * Formats rows as one text per column, each an array literal of PostgreSQL, in the order of `rowColumns`; null if no
 * row has a value. PostgreSQL parses them in little more than half the time that it needs for JSON rows. A JSON column
 * has one value per line, because JSON text contains no line breaks.
 */
export function columnTexts(rows: readonly StoredRow[]): (string | null)[] {
  return rowColumns.map(({ name, type }) => {
    if (rows.every((row) => row[name] == null)) return null
    if (type === 'jsonb') return rows.map((row) => JSON.stringify(row[name])).join('\n')
    const write = WRITERS[type]
    return `{${rows.map((row) => (row[name] == null ? 'NULL' : write(row[name]))).join(',')}}`
  })
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
