import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely'

/** Kysely's conversion of names. Its plugin would copy each query and each row; here both are named when they are made. */
class Names extends CamelCasePlugin {
  constructor() {
    super({ underscoreBeforeDigits: true })
  }

  toSqlName(name: string): string {
    return this.snakeCase(name)
  }

  toCodeName(name: string): string {
    return this.camelCase(name)
  }
}

const names = new Names()

/** Converts a table or column name to SQL (snake_case). */
export const toSqlName = (name: string) => names.toSqlName(name)

/** Converts an SQL column name to camelCase. */
export const toCodeName = (name: string) => names.toCodeName(name)

/** PostgreSQL dialect that writes names in snake_case; `databaseQuery.ts` converts those of the rows back. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** Converts the column names of a row read as JSON to camelCase; nested values stay unchanged. */
export function keysToCamelCase(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toCodeName(name), value]))
}

/** The inverse of `inCode`: returns rows as JSON with SQL column names as keys; nested values stay unchanged. */
export function rowsToSqlJson(rows: readonly object[]): string {
  const toSqlRow = (row: object) => {
    const copy: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(row)) copy[toSqlName(name)] = value
    return copy
  }
  return JSON.stringify(rows.map(toSqlRow))
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toSqlName(identifier))
  }
}
