/**
 * What the second barrier (decision 126) costs a company's own users: the same requests to two programs on equal
 * databases, one behind row-level security as its own role, the other as the owner of the tables. For admins of the
 * headquarters, who are measured with `-- --roles`, policies have no condition.
 */
import { addDays, today } from '#kit/calendar.ts'
import { type Cluster, copyDatabase, createDatabaseOn } from '../cluster.ts'
import { type Comparison, compare, type Effort, type Meters } from '../load.ts'
import { meterOf } from '../processorTime.ts'
import { type Program, signIn, startOurs } from '../programs.ts'
import { protectDatabase, WITH_ROLES } from '../roles.ts'
import { alternate, type SqlComparison, sendRequest } from '../sqlComparison.ts'
import { FULL, fillWorld, QUICK } from '../world.ts'
import { pathOfStores, pathsOf } from './reports24.ts'
import { PATHS, type RequestPart, reads, writes } from './requests.ts'

/** Enough for a quarter: a policy costs the same for each row that is read, however long the history is. */
const DAYS = 120

/** The company that all records of the bench belong to in this part; the headquarters has none. */
const COMPANY = '002'

export interface BarrierResult {
  /** Requests per second and processor time per request, behind the barrier ÷ without. */
  requests: Record<RequestPart, Comparison>
  /** Time and processor time, behind the barrier ÷ without. */
  reports: Record<string, Omit<SqlComparison, 'statements'>>
}

/** How often each report is asked for one pair of rounds of a request: it takes some ten milliseconds, a round seconds. */
const REPORTS_PER_PAIR = 3

/** Measures requests and reports as the admin of a company with all stores. */
export async function measureBarrier(
  { url }: Cluster,
  isQuick: boolean,
  effort: Effort,
): Promise<BarrierResult> {
  if (WITH_ROLES)
    throw new Error('the part barrier starts the program with and without roles: leave out --roles')
  const size = { stores: (isQuick ? QUICK : FULL).stores, days: DAYS }
  const open = await createDatabaseOn(url, `houtai_bench_open_${size.stores}`, (newUrl) =>
    fillWorld(newUrl, size, COMPANY),
  )
  const copy = await copyDatabase(open, `houtai_bench_barrier_${size.stores}`)
  const barrier = await startOurs({ DATABASE_URL: await protectDatabase(copy) })
  const plain = await startOurs({ DATABASE_URL: open })
  const sides = { barrier: { program: barrier, url: copy }, plain: { program: plain, url: open } }
  const meters = { ours: await meterOf(barrier, copy), bare: await meterOf(plain, open) }
  try {
    const reads = { ours: meters.ours.read, bare: meters.bare.read }
    return {
      requests: await measureRequests(sides, effort, reads),
      reports: await measureReports(sides, effort.pairs, reads),
    }
  } finally {
    await meters.ours.stop()
    await meters.bare.stop()
    await barrier.stop()
    await plain.stop()
  }
}

interface Side {
  program: Program
  /** Its database, with the rights to read the versions of records. */
  url: string
}

interface Sides {
  barrier: Side
  plain: Side
}

async function measureRequests(
  { barrier, plain }: Sides,
  effort: Effort,
  meters: Meters,
): Promise<Record<RequestPart, Comparison>> {
  const results: Partial<Record<RequestPart, Comparison>> = {}
  for (const part of Object.keys(PATHS) as RequestPart[]) {
    const side = async ({ program, url }: Side) => {
      const authorization = await signIn(program.base, 'admin1')
      return (part === 'write' ? writes(url, authorization) : reads(authorization))(program, PATHS[part])
    }
    results[part] = await compare(await side(barrier), await side(plain), effort, meters)
  }
  return results as Record<RequestPart, Comparison>
}

/** The reports that the targets of speed name. */
function pathsOfReports(): Record<string, string> {
  const last = addDays(
    today(() => new Date()),
    -1,
  )
  return {
    ...pathsOf({ from: addDays(last, -6), last }),
    'a quarter’s stores': pathOfStores({ from: addDays(last, -91), last }),
  }
}

async function measureReports(
  { barrier: { program: barrier, url }, plain: { program: plain } }: Sides,
  pairs: number,
  meters: Meters,
): Promise<BarrierResult['reports']> {
  const [behind, without] = [await signIn(barrier.base, 'admin1'), await signIn(plain.base, 'admin1')]
  const results: BarrierResult['reports'] = {}
  for (const [name, path] of Object.entries(pathsOfReports())) {
    results[name] = await alternate(
      {
        ask: () => sendRequest(`${barrier.base}${path}`, behind),
        run: () => sendRequest(`${plain.base}${path}`, without),
        database: url,
        meters,
      },
      pairs * REPORTS_PER_PAIR,
    )
  }
  return results
}
