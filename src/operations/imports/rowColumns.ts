import { figureColumns, longColumns } from './figureColumns.ts'

const typeOf = (column: string) => {
  if (column === 'derived' || column === 'pending') return 'text[]'
  return (longColumns as readonly string[]).includes(column) ? 'bigint' : 'int'
}

/** The columns of `import_row` that contain a file's rows, with their types. */
export const rowColumns: readonly { name: string; type: 'int' | 'bigint' | 'text' | 'text[]' | 'jsonb' }[] = [
  { name: 'row_no', type: 'int' },
  { name: 'group_id', type: 'int' },
  { name: 'nick', type: 'text' },
  ...figureColumns.map((name) => ({ name, type: typeOf(name) }) as const),
  { name: 'as_read', type: 'jsonb' },
]
