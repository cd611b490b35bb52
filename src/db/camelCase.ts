import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'

/**
 * Kysely's camelCase plugin, made cheaper because every request uses it. The original copies each query to rename it,
 * while the compiler can write the SQL names directly, and it converts the column names again for each row.
 */
export class CamelCaseResults extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true, underscoreBeforeDigits: true })
  }

  /** Converts a table or column name to SQL (snake_case). */
  toSqlName(name: string): string {
    return this.snakeCase(name)
  }

  /** Converts an SQL column name to camelCase. */
  toCodeName(name: string): string {
    return this.camelCase(name)
  }

  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  override async transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<Record<string, unknown>>> {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const)
    return { ...result, rows: result.rows.map((row) => renameKeys(row, names)) }
  }
}

function renameKeys(row: Record<string, unknown>, names: readonly (readonly [from: string, to: string])[]) {
  const copy: Record<string, unknown> = {}
  for (const [from, to] of names) copy[to] = row[from]
  return copy
}

/** PostgreSQL dialect that writes names in snake_case; `CamelCaseResults` converts them back. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}

const names = new CamelCaseResults()

/** Converts the column names of a row read as JSON to camelCase; nested values stay unchanged. */
export function keysToCamelCase(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.toCodeName(name), value]))
}

/** The inverse of `inCode`: returns rows as JSON with SQL column names as keys; nested values stay unchanged. */
export function rowsToSqlJson(rows: readonly object[]): string {
  const toSqlRow = (row: object) => {
    const copy: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(row)) copy[names.toSqlName(name)] = value
    return copy
  }
  return JSON.stringify(rows.map(toSqlRow))
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.toSqlName(identifier))
  }
}
