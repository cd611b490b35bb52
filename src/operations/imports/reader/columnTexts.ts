import { rowColumns } from '#operations/imports/rowColumns.ts'
import type { StoredRow } from './stored.ts'

const WRITERS = {
  int: String,
  bigint: String,
  text: (value: unknown) => quoted(String(value)),
  'text[]': (value: unknown) => quoted(`{${(value as string[]).join(',')}}`),
}

/**
 * Rows as one text a column, each an array as PostgreSQL writes it, in the order of `rowColumns`; null where no row has a
 * value. The database takes them apart in little more than half the time that it needs for rows of JSON. What is JSON
 * itself stands line by line: it never holds the end of a line.
 */
export function columnTexts(rows: readonly StoredRow[]): (string | null)[] {
  return rowColumns.map(({ name, type }) => {
    if (rows.every((row) => row[name] == null)) return null
    if (type === 'jsonb') return rows.map((row) => JSON.stringify(row[name])).join('\n')
    const write = WRITERS[type]
    return `{${rows.map((row) => (row[name] == null ? 'NULL' : write(row[name]))).join(',')}}`
  })
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
