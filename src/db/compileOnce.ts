import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './connect.ts'

/**
 * A query that differs only in one value. It is built and compiled on first use, for queries of every request, for
 * which compiling costs as much as sending.
 */
export function compileOnce<Value, Row>(
  build: (db: Database, value: Value) => { compile: () => CompiledQuery<Row> },
): (db: Database, value: Value) => Promise<QueryResult<Row>> {
  // Placeholder for the value among the parameters, found by identity.
  const placeholder = {} as Value
  let built: CompiledQuery<Row> | undefined
  return (db, value) => {
    built ??= build(db, placeholder).compile()
    const parameters = built.parameters.map((parameter) => (parameter === placeholder ? value : parameter))
    return db.executeQuery({ ...built, parameters })
  }
}
