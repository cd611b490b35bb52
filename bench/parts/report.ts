/** The daily report over three million store-days: our answer beside its statements alone. */
import pg from 'pg'
import { addDays, today } from '#kit/calendar.ts'
import type { Statement } from '../capture.ts'
import { captureAll } from '../capture.ts'
import type { Cluster } from '../cluster.ts'
import { signIn, startOurs } from '../programs.ts'
import type { Spread } from '../spread.ts'
import { spreadOf } from '../spread.ts'

export interface ReportResult {
  /** Our time over the time of the bare statements. */
  ratio: Spread
  oursMs: number
  sqlMs: number
  statements: number
}

type ReportName = 'day' | 'week' | 'year'

/** A day as the list of stores shows it, a week's overview, and a year of every store. */
function pathsOf(on: string): Record<ReportName, string> {
  const last = addDays(on, -1)
  return {
    day: `/api/reports/daily-store?from=${last}&to=${last}`,
    week: `/api/reports/daily-store/overview?from=${addDays(on, -7)}&to=${last}`,
    year: `/api/reports/daily-store/stores?from=${addDays(on, -365)}&to=${last}`,
  }
}

/** Asks for each report as often as `pairs` says, its bare statements before or after it in turn. */
export async function measureReports(
  { url }: Cluster,
  pairs: number,
): Promise<Record<ReportName, ReportResult>> {
  const paths = pathsOf(today(() => new Date()))
  const captured = await captureAll(url, {
    day: { method: 'GET', url: paths.day },
    week: { method: 'GET', url: paths.week },
    year: { method: 'GET', url: paths.year },
  })
  const ours = await startOurs({ DATABASE_URL: url })
  // As our program connects: what the server would do otherwise is not its doing.
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const measure = async (name: ReportName): Promise<ReportResult> => {
      const { statements } = captured[name]
      const ask = () => asked(`${ours.base}${paths[name]}`, authorization)
      return {
        ...(await alternate(ask, () => ran(client, statements), pairs)),
        statements: statements.length,
      }
    }
    return { day: await measure('day'), week: await measure('week'), year: await measure('year') }
  } finally {
    await client.end()
    await ours.stop()
  }
}

async function alternate(ask: () => Promise<void>, run: () => Promise<void>, pairs: number) {
  const [ours, sql, ratios]: [number[], number[], number[]] = [[], [], []]
  await ask()
  await run()
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? await timed(ask) : undefined
    const bare = await timed(run)
    const asked = first ?? (await timed(ask))
    ours.push(asked)
    sql.push(bare)
    ratios.push(asked / bare)
  }
  return { ratio: spreadOf(ratios), oursMs: spreadOf(ours).median, sqlMs: spreadOf(sql).median }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function asked(url: string, authorization: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
}

async function ran(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await client.query(text, values)
}
