import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { rateBp, ratio } from '#kit/rates.ts'
import type { HeatRow } from './contract.ts'
import type { Period } from './rules.ts'
import { periodOf } from './rules.ts'

/** A weekday needs to come round a few times before its mean says something. */
const LEAST_DAYS = 28

/** How many rows the map names: those with most. */
const ROWS = 8

/** The days of the map: those of the report, but at least four weeks, up to the same last day. */
export function heatPeriod(period: Period, today: Day): Period {
  const { to, days } = period
  return days >= LEAST_DAYS ? period : periodOf({ from: addDays(to, 1 - LEAST_DAYS), to }, today)
}

/** What a map is drawn from: a query with `figure`, whose row each belongs to, and its two parts. */
export interface HeatSource {
  figures: RawBuilder<unknown>
  /** The columns of `figure` that tell the rows apart and name them. */
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** A volume; or the numerator and the denominator of a rate. */
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
 * The mean volume of each weekday, or its rate as Σ/Σ, of the rows with most: Σ over the days of that weekday which have
 * figures ÷ how many these are. A weekday without any is null.
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
