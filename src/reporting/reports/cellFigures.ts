import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { rateFigures } from './rates.ts'
import { volumeFigures } from './volumes.ts'

/** SQL of a row's figure: a count, or a numerator and denominator. `known` is not null if the row has the figure. */
interface FigureColumns {
  value: RawBuilder<unknown>
  numerator: RawBuilder<unknown>
  denominator: RawBuilder<unknown>
  known: RawBuilder<unknown>
}

const NONE = sql`null::int`
const counted = (value: RawBuilder<unknown>): FigureColumns => ({
  ...{ value, numerator: NONE, denominator: NONE, known: value },
})
const quotient = (numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>): FigureColumns => ({
  ...{ value: NONE, numerator, denominator, known: denominator },
})
const FIRST_RESPONSE = quotient(sql`frt_total_cs`, sql`frt_weight`)
const AVERAGE_RESPONSE = quotient(sql`art_total_cs`, sql`art_weight`)

/** Sums of a figure over rows. */
export const sumColumns = ({
  value,
  numerator,
  denominator,
}: FigureColumns) => sql`sum(${value})::bigint as value,
  sum(${numerator})::bigint as numerator, sum(${denominator})::bigint as denominator`

const NO_METRIC = sql`null::text`

/** The figures of stores with their queries. The reply rate uses each store's own metric. */
export const STORE_FIGURES = {
  volume: { ...counted(sql`volume`), figures: volumeFigures, metric: NO_METRIC },
  reply: {
    ...quotient(sql`numerator`, sql`denominator`),
    ...{ figures: rateFigures, metric: sql`max(metric)` },
  },
  firstResponse: { ...FIRST_RESPONSE, figures: rateFigures, metric: NO_METRIC },
  averageResponse: { ...AVERAGE_RESPONSE, figures: rateFigures, metric: NO_METRIC },
}

/** The figures of agents. */
export const AGENT_FIGURES = {
  handled: counted(sql`volume`),
  firstResponse: FIRST_RESPONSE,
  averageResponse: AVERAGE_RESPONSE,
  satisfaction: quotient(sql`satisfied`, sql`evaluated`),
  conversion: quotient(sql`order_users`, sql`inquiry_users`),
}
