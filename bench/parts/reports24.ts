/** Each report over a history that grows: a list of stores beside the least SQL, the others beside their own statements. */
import type { Day } from '#kit/calendar.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { BesideSql } from '../besideSql.ts'
import { besideBare, besideSql } from '../besideSql.ts'
import type { Cluster } from '../cluster.ts'
import { besideDatabase } from '../cluster.ts'
import type { LongWorld } from '../longWorld.ts'
import { fillPlaces, lengthenHistory } from '../longWorld.ts'

const FULL: LongWorld[] = [150, 731, 1_500].map((days) => ({ stores: 20_000, days }))
const QUICK: LongWorld[] = [150, 731].map((days) => ({ stores: 400, days }))

/** Each answer takes seconds: a few say enough. */
const MOST_PAIRS = 2

/** A report's answer while there are so many store-days in all. */
export type LongReport = BesideSql & { rows: number }

const PERIODS = { week: 7, quarter: 92, year: 366 }

const BARE = `select store_id, sum(coalesce(consult_users, consult_sessions, handled_users)) as sum, count(*) as days
  from store_daily where on_day between $1 and $2 group by store_id order by sum desc limit 20`

/** Asks for each report as the history grows; answers by `<report> of <days>`. */
export async function measureLongReports(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, LongReport>> {
  const results: Record<string, LongReport> = {}
  for (const world of isQuick ? QUICK : FULL) {
    const own = await besideDatabase(url, `houtai_bench_long_${world.stores}`, (fresh) =>
      fillPlaces(fresh, world.stores),
    )
    await lengthenHistory(own, world)
    const found = await measureWorld(own, world, Math.min(pairs, MOST_PAIRS))
    for (const [name, report] of Object.entries(found)) {
      results[`${name} of ${world.days}`] = { ...report, rows: world.stores * world.days }
    }
  }
  return results
}

async function measureWorld(
  url: string,
  { days }: LongWorld,
  pairs: number,
): Promise<Record<string, BesideSql>> {
  const asking = { username: 'admin1', pairs }
  const last = addDays(
    today(() => new Date()),
    -1,
  )
  let results: Record<string, BesideSql> = {}
  for (const [name, length] of Object.entries(PERIODS).filter(([, length]) => length <= days)) {
    const from = addDays(last, 1 - length)
    const paths = { [name]: `/api/reports/daily-store/stores?from=${from}&to=${last}&sort=-sum` }
    const bare = [{ text: BARE, values: [from, last] }]
    results = { ...results, ...(await besideBare<string>(url, paths, bare, asking)) }
  }
  return { ...results, ...(await besideSql<string>(url, othersOf(last), asking)) }
}

/** The other reports of a week, and one day's rows. */
function othersOf(last: Day): Record<string, string> {
  const week = `from=${addDays(last, -6)}&to=${last}`
  return {
    'one day’s rows': `/api/reports/daily-store?from=${last}&to=${last}`,
    'a week’s overview': `/api/reports/daily-store/overview?${week}`,
    'a week’s reply rates': `/api/reports/daily-store-response-rate/stores?${week}`,
    'a week’s customers': `/api/reports/daily-customer/customers?${week}`,
    'a week’s agents': `/api/reports/daily-worker/agents?${week}`,
  }
}
