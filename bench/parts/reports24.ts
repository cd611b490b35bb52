/** Each report over a growing history, compared with the least SQL that returns as much. */
import pg from 'pg'
import { PLANNER_OPTIONS } from '#db/statements.ts'
import { addDays, type Day, mondayOf, today } from '#kit/calendar.ts'
import { type Cluster, createDatabaseOn } from '../cluster.ts'
import { DELETE_WEEKLY_RUN, leastOf, sumsOf, WEEKLY_RUN } from '../leastSql.ts'
import { fillPlaces, type LongWorld, lengthenHistory } from '../longWorld.ts'
import { post, signIn, startOurs } from '../programs.ts'
import { alternate, compareWithStatements, type SqlComparison } from '../sqlComparison.ts'

const FULL: LongWorld[] = [150, 731, 1_500].map((days) => ({ stores: 20_000, days }))
const QUICK: LongWorld[] = [150, 731].map((days) => ({ stores: 400, days }))

/** A response takes up to six seconds, so fewer than elsewhere; an odd number, of which the median is one. */
const MAX_PAIRS = 5

/** A report's measurement, with the total number of store-days. */
export type LongReport = SqlComparison & { rows: number }

const PERIODS = { quarter: 92, year: 366 }

/** Measures each report as the history grows; returns results by `<report> of <days>`. */
export async function measureLongReports(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, LongReport>> {
  const results: Record<string, LongReport> = {}
  for (const world of isQuick ? QUICK : FULL) {
    const databaseUrl = await createDatabaseOn(url, `houtai_bench_long_${world.stores}`, (newUrl) =>
      fillPlaces(newUrl, world.stores),
    )
    await lengthenHistory(databaseUrl, world)
    const found = await measureWorld(databaseUrl, world, Math.min(pairs, MAX_PAIRS))
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
): Promise<Record<string, SqlComparison>> {
  const options = { username: 'admin1', pairs }
  const last = addDays(
    today(() => new Date()),
    -1,
  )
  const week = { from: addDays(last, -6), last }
  const periods = Object.entries(PERIODS)
    .filter(([, length]) => length <= days)
    .map(([name, length]) => ({ name: `a ${name}’s stores`, from: addDays(last, 1 - length), last }))
  const paths = Object.fromEntries(periods.map(({ name, ...period }) => [name, pathOfStores(period)]))
  const leastStatements = Object.fromEntries(periods.map(({ name, ...period }) => [name, sumsOf(period)]))
  return {
    ...(await compareWithStatements(
      url,
      { ...pathsOf(week), ...paths },
      { ...leastOf(week), ...leastStatements },
      options,
    )),
    'a week of warnings run': await runWeek(url, addDays(mondayOf(last), -7), pairs),
  }
}

/** The list of stores of a period, those with the most consultations first. */
export const pathOfStores = ({ from, last }: { from: Day; last: Day }) =>
  `/api/reports/daily-store/stores?from=${from}&to=${last}&sort=-sum`

/** One day's rows, and every report of a week. */
export function pathsOf({ from, last }: { from: Day; last: Day }): Record<string, string> {
  const week = `from=${from}&to=${last}`
  return {
    'one day’s rows': `/api/reports/daily-store?from=${last}&to=${last}`,
    'a week’s stores': pathOfStores({ from, last }),
    'a week’s overview': `/api/reports/daily-store/overview?${week}`,
    'a week’s reply rates': `/api/reports/daily-store-response-rate/stores?${week}`,
    'a week’s customers': `/api/reports/daily-customer/customers?${week}`,
    'a week’s agents': `/api/reports/daily-worker/agents?${week}`,
  }
}

/**
 * Runs the warnings of a week, compared with the one statement that finds and writes as much. Deletes the results of
 * the previous run before each. Throws if the two do not find and write the same.
 */
async function runWeek(url: string, week: Day, pairs: number): Promise<SqlComparison> {
  const ours = await startOurs({ DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url, options: PLANNER_OPTIONS })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const ask = async () => void (await post(`${ours.base}/api/warnings/run`, authorization, { week }))
    const run = async () => void (await client.query(WEEKLY_RUN, [week]))
    const prepare = async () => {
      for (const text of DELETE_WEEKLY_RUN) await client.query(text)
    }
    const found = async (work: () => Promise<void>) => {
      await prepare()
      await work()
      return JSON.stringify((await client.query(FOUND, [week])).rows)
    }
    const [oursFound, statementFound] = [await found(ask), await found(run)]
    if (oursFound !== statementFound)
      throw new Error(`the run and its statement find different warnings: ${oursFound}, ${statementFound}`)
    return { ...(await alternate({ ask, run, database: url, prepare }, pairs)), statements: 1 }
  } finally {
    await client.end()
    await ours.stop()
  }
}

/** All results of a run in a week, as one hash or count per table. */
const FOUND = `
  select (select sum(hashtextextended((to_jsonb(w) - 'company_code')::text, 0)) from customer_week w where week_on = $1) as weeks,
    (select sum(hashtextextended(s::text, 0)) from store_week s where week_on = $1) as stores,
    (select sum(hashtextextended(concat_ws(' ', customer_id, kind, level, value, status), 0)) from warning
      where week_on = $1) as warnings,
    (select count(*) from warning_event) as events`
