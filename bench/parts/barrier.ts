/**
 * What the second barrier (decision 126) costs a company's own users: the same requests to two programs on equal
 * databases, one behind row-level security as its own role, the other as the owner of the tables. For admins of the
 * headquarters, who are measured with `-- --roles`, policies have no condition.
 */
import { addDays, today } from '#kit/calendar.ts'
import { type Cluster, copyDatabase, createDatabaseOn } from '../cluster.ts'
import { type Comparison, compare, type Effort } from '../load.ts'
import { type Program, signIn, startOurs } from '../programs.ts'
import { protectDatabase, WITH_ROLES } from '../roles.ts'
import { alternate, type SqlComparison, sendRequest } from '../sqlComparison.ts'
import { FULL, fillWorld, QUICK } from '../world.ts'
import { PATHS, type RequestPart, reads, writes } from './requests.ts'

/** Reports of a week need no longer history; the policies of a year's rows cost the same for each row. */
const DAYS = 120

/** The company that all records of the bench belong to in this part; the headquarters has none. */
const COMPANY = '002'

export interface BarrierResult {
  /** Requests per second, behind the barrier ÷ without. */
  requests: Record<RequestPart, Comparison>
  /** Time, behind the barrier ÷ without. */
  reports: Record<string, Omit<SqlComparison, 'statements'>>
}

/** Measures requests and reports as the admin of a company with all stores. */
export async function measureBarrier(
  { url }: Cluster,
  isQuick: boolean,
  effort: Effort,
): Promise<BarrierResult> {
  if (WITH_ROLES) throw new Error('this part compares with and without roles by itself')
  const size = { stores: (isQuick ? QUICK : FULL).stores, days: DAYS }
  const open = await createDatabaseOn(url, `houtai_bench_open_${size.stores}`, (newUrl) =>
    fillWorld(newUrl, size, COMPANY),
  )
  const copy = await copyDatabase(open, `houtai_bench_barrier_${size.stores}`)
  const barrier = await startOurs({ DATABASE_URL: await protectDatabase(copy) })
  const plain = await startOurs({ DATABASE_URL: open })
  try {
    return {
      requests: await measureRequests({ program: barrier, url: copy }, { program: plain, url: open }, effort),
      reports: await measureReports(barrier, plain, effort.pairs),
    }
  } finally {
    await barrier.stop()
    await plain.stop()
  }
}

interface Side {
  program: Program
  /** Its database, with the rights to read the versions of records. */
  url: string
}

async function measureRequests(
  barrier: Side,
  plain: Side,
  effort: Effort,
): Promise<Record<RequestPart, Comparison>> {
  const results: Partial<Record<RequestPart, Comparison>> = {}
  for (const part of Object.keys(PATHS) as RequestPart[]) {
    const side = async ({ program, url }: Side) => {
      const authorization = await signIn(program.base, 'admin1')
      return (part === 'write' ? writes(url, authorization) : reads(authorization))(program, PATHS[part])
    }
    results[part] = await compare(await side(barrier), await side(plain), effort)
  }
  return results as Record<RequestPart, Comparison>
}

/** The reports of a week that the targets of speed name. */
function pathsOfReports(): Record<string, string> {
  const last = addDays(
    today(() => new Date()),
    -1,
  )
  const week = `from=${addDays(last, -6)}&to=${last}`
  return {
    'one day’s rows': `/api/reports/daily-store?from=${last}&to=${last}`,
    'a week’s stores': `/api/reports/daily-store/stores?${week}&sort=-sum`,
    'a week’s overview': `/api/reports/daily-store/overview?${week}`,
    'a week’s reply rates': `/api/reports/daily-store-response-rate/stores?${week}`,
    'a week’s customers': `/api/reports/daily-customer/customers?${week}`,
    'a week’s agents': `/api/reports/daily-worker/agents?${week}`,
    'a quarter’s stores': `/api/reports/daily-store/stores?from=${addDays(last, -91)}&to=${last}&sort=-sum`,
  }
}

async function measureReports(
  barrier: Program,
  plain: Program,
  pairs: number,
): Promise<BarrierResult['reports']> {
  const [behind, without] = [await signIn(barrier.base, 'admin1'), await signIn(plain.base, 'admin1')]
  const results: BarrierResult['reports'] = {}
  for (const [name, path] of Object.entries(pathsOfReports())) {
    results[name] = await alternate(
      {
        ask: () => sendRequest(`${barrier.base}${path}`, behind),
        run: () => sendRequest(`${plain.base}${path}`, without),
      },
      pairs * PAIRS_PER_PAIR,
    )
  }
  return results
}

/** A report takes some ten milliseconds, so that more pairs cost little. */
const PAIRS_PER_PAIR = 3
