import { type RawBuilder, sql } from 'kysely'

/**
 * `halfUp` of money.ts in SQL, with the same integer arithmetic: half a 分 is rounded away from zero. For sums over rows
 * that are not read into the program. Numerator (bigint; twice its size must fit) and denominator (positive) are SQL
 * expressions.
 */
export function halfUpSql(numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>) {
  const rounded = sql`(2 * abs(${numerator}) + ${denominator}) / (2 * ${denominator})`
  return sql<number>`(case when ${numerator} < 0 then -(${rounded}) else ${rounded} end)::bigint`
}
