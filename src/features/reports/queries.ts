import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { getRateSummary } from './rateOverview.ts'
import { findRateStores } from './rates.ts'
import { periodOf } from './rules.ts'
import { reportScope } from './storeDays.ts'
import { getVolumeSummary } from './volumeOverview.ts'
import { findVolumeStoreRows, findVolumeStores, volumeFigures } from './volumes.ts'

/** How many days the figures of the first page look back. */
const COURSE_DAYS = 14

/**
 * What yesterday's figures say to a person: the headline figures with their course, and the first stores of the lists
 * that the daily reports show for yesterday alone (`only` = missing, falls, below), each with its total. `falls` names
 * the largest falls whatever their size, each with its course, and counts the large ones.
 */
export async function findYesterday(db: Database, actor: Actor, today: Day, first: number) {
  const on = addDays(today, -1)
  const chosen = { reach: reportScope(actor, today), filter: {} }
  const course = periodOf({}, today, COURSE_DAYS)
  const day = periodOf({ from: on, to: on }, today)
  const volumes = await getVolumeSummary(db, chosen, day, 'total', course)
  const rates = await getRateSummary(db, chosen, day, 'total', course)
  const page = { current: 1, pageSize: first }
  const fallen = await findVolumeStoreRows(db, chosen, course, { ...page, sort: 'vsMean7' })
  const large = await findVolumeStores(db, chosen, day, { current: 1, pageSize: 1, only: 'falls' })
  return {
    figures: [...volumes.figures, ...rates.figures],
    updatedAt: volumes.lastDayUpdatedAt,
    missing: await findVolumeStores(db, chosen, day, { ...page, only: 'missing' }),
    falls: { total: large.total, items: fallen.filter(({ vsMean7Bp }) => (vsMean7Bp ?? 0) < 0) },
    below: await findRateStores(db, chosen, day, { ...page, only: 'below', sort: 'gap' }),
  }
}

/**
 * A customer's volume day by day over the stores of the reach (客户日咨询量, domain.md): their Σ, null where none has
 * figures, with how many reported and how many were expected to.
 */
export async function findCustomerVolumes(
  db: Database,
  reach: Expression<SqlBool>,
  customerId: number,
  { from, to }: { from: Day; to: Day },
) {
  const chosen = { reach, filter: { customerId: [customerId] } }
  const period = periodOf({ from, to }, to)
  const { rows } = await sql<{ on: Day; volume: number | null; reported: number; expected: number }>`
    ${volumeFigures(chosen, period, { from, back: 0 })}
    select "on", sum(volume) as volume, count(volume) as reported, count(*) filter (where counts) as expected
    from figure group by "on" order by "on"`.execute(db)
  return rows
}
