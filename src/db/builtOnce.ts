import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './connect.ts'

/**
 * A query whose text is always the same but for one value, built and compiled when it is first asked: for what every
 * request asks, where that costs as much as sending it.
 */
export function builtOnce<Value, Row>(
  build: (db: Database, value: Value) => { compile: () => CompiledQuery<Row> },
): (db: Database, value: Value) => Promise<QueryResult<Row>> {
  // Stands among the parameters where the value belongs.
  const place = {} as Value
  let built: CompiledQuery<Row> | undefined
  return (db, value) => {
    built ??= build(db, place).compile()
    const parameters = built.parameters.map((parameter) => (parameter === place ? value : parameter))
    return db.executeQuery({ ...built, parameters })
  }
}
