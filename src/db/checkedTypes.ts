import { sql } from 'kysely'
import type { Database } from './connect.ts'

interface Check {
  tableName: string
  columnName: string
  /** The generator adds `null` to a type itself, but outside `Generated`. */
  isNullable: boolean
  hasDefault: boolean
  isArray: boolean
  definition: string
}

/**
 * The types of text columns whose check lists their values, by `table.column`: `'open' | 'closed'` instead of `string`,
 * so that a value which the database would refuse does not compile.
 */
export async function findCheckedTypes(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<Check>`
    select t.relname as table_name, a.attname as column_name, not a.attnotnull as is_nullable,
      a.atthasdef as has_default, a.atttypid = 'text[]'::regtype as is_array, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and t.relnamespace = 'public'::regnamespace
      and a.atttypid in ('text'::regtype, 'text[]'::regtype)
    order by 1, 2`.execute(db)
  return Object.fromEntries(
    rows.flatMap((check) => {
      const values = listedValues(check)
      return values ? [[`${check.tableName}.${check.columnName}`, typeOf(check, values)]] : []
    }),
  )
}

/** The values of `col = ANY (ARRAY['a'::text, …])`, for an array of `col <@ ARRAY[…]`; undefined for another check. */
export function listedValues({
  definition,
  columnName,
  isArray,
}: Pick<Check, 'definition' | 'columnName' | 'isArray'>): string[] | undefined {
  const list = /^CHECK \(\((\w+) (= ANY \(|<@ )ARRAY\[(('[^']+'::text(, )?)+)\]\)?\)\)$/.exec(definition)
  if (!list || list[1] !== columnName || (list[2] === '<@ ') !== isArray) return undefined
  return [...(list[3] ?? '').matchAll(/'([^']+)'::text/g)].map(([, value]) => value ?? '')
}

function typeOf({ isNullable, hasDefault, isArray }: Check, values: readonly string[]): string {
  const union = values.map((value) => `'${value}'`).join(' | ')
  const type = isArray ? `Array<${union}>` : union
  if (!hasDefault) return type
  return `Generated<${isNullable ? `${type} | null` : type}>`
}
