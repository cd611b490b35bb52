import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/**
 * `halfUp` of money.ts for the database, in whole numbers as there: half a 分 goes away from zero. For sums over more rows
 * than are read. Numerator (bigint, twice its size has to fit) and denominator (positive) are SQL; so is the answer.
 */
export function halfUpSql(numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>) {
  const rounded = sql`(2 * abs(${numerator}) + ${denominator}) / (2 * ${denominator})`
  return sql<number>`(case when ${numerator} < 0 then -(${rounded}) else ${rounded} end)::bigint`
}
