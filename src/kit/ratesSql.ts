import { type RawBuilder, sql } from 'kysely'

/**
 * `rateBp` of rates.ts in SQL, with the same integer arithmetic: a share of a whole in basis points, rounded half up;
 * null if the whole is 0 or one of them is unknown. Both are SQL expressions of integers ≥ 0.
 */
export function rateBpSql(numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>) {
  const twice = sql`nullif(2 * (${denominator})::bigint, 0)`
  return sql<number>`((20000 * (${numerator})::bigint + (${denominator})) / ${twice})`
}
