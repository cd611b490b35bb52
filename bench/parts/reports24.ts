/** Lists of stores over a history that grows: our answer beside the least SQL over the days that says the same. */
import pg from 'pg'
import { addDays, today } from '#kit/calendar.ts'
import type { Cluster } from '../cluster.ts'
import { besideDatabase } from '../cluster.ts'
import type { LongWorld } from '../longWorld.ts'
import { fillPlaces, lengthenHistory } from '../longWorld.ts'
import { signIn, startOurs } from '../programs.ts'
import type { Spread } from '../spread.ts'
import { spreadOf } from '../spread.ts'

const FULL: LongWorld[] = [150, 731, 1_500].map((days) => ({ stores: 20_000, days }))
const QUICK: LongWorld[] = [150, 731].map((days) => ({ stores: 400, days }))

/** A period's list of stores with all totals, beside the sums by store alone. */
export interface LongReport {
  /** Our time over the time of bare SQL over the days. */
  ratio: Spread
  oursMs: number
  sqlMs: number
  /** How many store-days there are in all. */
  rows: number
}

const PERIODS = { week: 7, quarter: 92, year: 366 }

const BARE = `select store_id, sum(coalesce(consult_users, consult_sessions, handled_users)) as sum, count(*) as days
  from store_daily where on_day between $1 and $2 group by store_id order by sum desc limit 20`

/** Asks for each period as the history grows; answers by `<period> of <days>`. */
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
    Object.assign(results, await measureWorld(own, world, pairs))
  }
  return results
}

async function measureWorld(url: string, { stores, days }: LongWorld, pairs: number) {
  const ours = await startOurs({ DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const results: Record<string, LongReport> = {}
    const last = addDays(
      today(() => new Date()),
      -1,
    )
    for (const [name, length] of Object.entries(PERIODS).filter(([, length]) => length <= days)) {
      const from = addDays(last, 1 - length)
      const path = `${ours.base}/api/reports/daily-store/stores?from=${from}&to=${last}&sort=-sum`
      const times = await alternate(
        async () => {
          const answer = await fetch(path, { headers: { authorization } })
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
          await answer.arrayBuffer()
        },
        async () => void (await client.query(BARE, [from, last])),
        pairs,
      )
      results[`${name} of ${days}`] = { ...times, rows: stores * days }
    }
    return results
  } finally {
    await client.end()
    await ours.stop()
  }
}

async function alternate(ask: () => Promise<void>, run: () => Promise<void>, pairs: number) {
  const rounds: { ours: number; bare: number }[] = []
  await ask()
  await run()
  for (let pair = 0; pair < pairs; pair += 1) {
    const bare = await timed(run)
    rounds.push({ ours: await timed(ask), bare })
  }
  return {
    ratio: spreadOf(rounds.map(({ ours, bare }) => ours / bare)),
    oursMs: spreadOf(rounds.map(({ ours }) => ours)).median,
    sqlMs: spreadOf(rounds.map(({ bare }) => bare)).median,
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
