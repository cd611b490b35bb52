import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { rateBp, ratio } from '#kit/rates.ts'
import type { HeatRow } from './contract.ts'
import { type Period, periodOf } from './rules.ts'

/** Minimum number of days, so that each weekday occurs at least four times. */
const MIN_DAYS = 28

/** Number of rows in the map: those with the highest volume. */
const ROWS = 8

/** The days of the map: the report's period, extended to at least four weeks, with the same last day. */
export function heatPeriod(period: Period, today: Day): Period {
  const { to, days } = period
  return days >= MIN_DAYS ? period : periodOf({ from: addDays(to, 1 - MIN_DAYS), to }, today)
}

/** The data of a map: a query with `figure`, its row keys, and the value's columns. */
export interface HeatSource {
  figures: RawBuilder<unknown>
  /** The columns of `figure` that identify and name a row. */
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** A volume, or the numerator and (`whole`) the denominator of a rate. */
  part: RawBuilder<unknown>
  whole?: RawBuilder<unknown>
}

interface Cell {
  id: number
  name: string
  weekday: number
  part: number | null
  whole: number | null
  days: number
  place: number
}

/**
 * The mean volume of each weekday, or its rate as Σ/Σ, of the rows with the highest volume. A mean divides by the days
 * of that weekday with figures; a weekday without figures is null.
 */
export async function findHeat(db: Database, source: HeatSource, period: Period): Promise<HeatRow[]> {
  const { id, name, part, whole = sql`null::int` } = source
  const { rows } = await sql<Cell>`${source.figures}, day_sum as (
      select ${id} as id, max(${name}) as name, on_day, sum(${part})::bigint as part, sum(${whole})::bigint as whole
      from figure where on_day >= ${period.from} group by 1, on_day),
    placed as (
      select id, row_number() over (order by sum(coalesce(whole, part)) desc nulls last, id) as place
      from day_sum group by id having count(part) > 0)
    select id, max(name) as name, extract(isodow from on_day)::int as weekday, sum(part)::bigint as part,
      sum(whole)::bigint as whole, count(part)::int as days, max(place)::int as place
    from day_sum join placed using (id) where place <= ${ROWS}
    group by id, extract(isodow from on_day) order by max(place), 3`.execute(db)
  const byRow = Map.groupBy(rows, (cell) => cell.id)
  return [...byRow.values()].map((cells) => rowOf(cells, source.whole !== undefined))
}

function rowOf(cells: Cell[], ofRates: boolean): HeatRow {
  const [first] = cells
  const on = (weekday: number) => cells.find((cell) => cell.weekday === weekday)
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map(on)
  return {
    id: first?.id ?? 0,
    name: first?.name ?? '',
    values: weekdays.map((cell) => {
      if (!cell || cell.days === 0) return null
      return ofRates ? rateBp(cell.part, cell.whole) : ratio(cell.part, cell.days)
    }),
    days: weekdays.map((cell) => cell?.days ?? 0),
  }
}
