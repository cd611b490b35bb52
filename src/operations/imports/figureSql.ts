import { type RawBuilder, sql } from 'kysely'
import { columnPairs, longColumns } from './figureColumns.ts'

/** SQL list of columns, qualified with the table if one is given. */
export function columnList(columns: readonly string[], table?: string): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => (table ? `${table}.${column}` : column)).join(', '))
}

/** SQL of the sum of a column, null without values; a pair is summed over the rows with both (as in `sumFigures`). */
export function sumOf(table: string, column: string): RawBuilder<unknown> {
  const type = (longColumns as readonly string[]).includes(column) ? 'bigint' : 'int'
  const pair = columnPairs.find((names) => (names as readonly string[]).includes(column))
  if (!pair) return sql.raw(`sum(${table}.${column})::${type}`)
  const [part, base] = pair.map((name) => `${table}.${name}`)
  return sql.raw(`(case
    when count(*) filter (where ${part} is not null and ${base} is not null) > 0
      then sum(${table}.${column}) filter (where ${part} is not null and ${base} is not null)
    when count(${part}) = 0 or count(${base}) = 0 then sum(${table}.${column}) end)::${type}`)
}
