/** What a person or a team sees among 3,000 stores: the home page, and the reports of a quarter. */
import { addDays, today } from '#kit/calendar.ts'
import type { Cluster } from '../cluster.ts'
import { leastOf } from '../leastSql.ts'
import { compareWithSql, compareWithStatements, type SqlComparison } from '../sqlComparison.ts'

/** The name of each measurement is `<what> of <whom>`. */
export interface PeopleResult {
  /** The home page, compared with its own statements. */
  homes: Record<string, SqlComparison>
  /** Reports, compared with the least SQL over the stores of the person or the team. */
  reports: Record<string, SqlComparison>
}

const HOMES = { admin1: 'an admin', head1: 'a head', agent1: 'an agent', sales1: 'a sales person' }

const TODAY = `(now() at time zone 'Asia/Shanghai')::date`

/** SQL of the ids of the stores that are assigned today to the staff of a condition. */
const assignedTo = (condition: string) =>
  `select a.store_id from store_assignment a join staff on staff.id = a.staff_id
  where ${condition} and a.from_on <= ${TODAY} and (a.to_on is null or a.to_on >= ${TODAY})`

/** SQL of the ids of the stores whose figures a user sees; in this data no store is stopped. */
const REACH = {
  agent1: { name: 'an agent', storeIds: assignedTo(`staff.username = 'agent1'`) },
  head1: {
    name: 'a head',
    storeIds: `select id from store where leader_id = (select id from staff where username = 'head1')
      union ${assignedTo(`'head1' in (staff.username, (select username from staff head where head.id = staff.parent_id))`)}`,
  },
}

const DAYS = 92

/** Measures each person's home page and reports `pairs` times. */
export async function measurePeople({ url }: Cluster, pairs: number): Promise<PeopleResult> {
  const homes: PeopleResult['homes'] = {}
  for (const [username, name] of Object.entries(HOMES)) {
    const { home } = await compareWithSql(url, { home: '/api/home' }, { username, pairs })
    homes[`home page of ${name}`] = home
  }
  const reports: PeopleResult['reports'] = {}
  for (const [username, { name, storeIds }] of Object.entries(REACH)) {
    const found = await measureReports(url, { username, storeIds, pairs })
    for (const [report, times] of Object.entries(found)) reports[`${report} of ${name}`] = times
  }
  return { homes, reports }
}

/**
 * The least SQL of `leastOf` reads the tables; on this connection, views with only the stores of the person hide
 * them.
 */
function measureReports(
  url: string,
  { storeIds, ...options }: { username: string; storeIds: string; pairs: number },
): Promise<Record<string, SqlComparison>> {
  const last = addDays(
    today(() => new Date()),
    -1,
  )
  const quarter = { from: addDays(last, 1 - DAYS), last }
  const period = `from=${quarter.from}&to=${last}`
  const paths = {
    'overview of a quarter': `/api/reports/daily-store/overview?${period}`,
    'stores of a quarter': `/api/reports/daily-store/stores?${period}&sort=-sum`,
    'reply rates of a quarter': `/api/reports/daily-store-response-rate/stores?${period}`,
  }
  const least = leastOf(quarter)
  const leastNamed = (name: string) => {
    const found = least[name]
    if (!found) throw new Error(`leastOf has no ${name}`)
    return found
  }
  // They hold for a period of any length.
  const statements = {
    'overview of a quarter': leastNamed('a week’s overview'),
    'stores of a quarter': leastNamed('a week’s stores'),
    'reply rates of a quarter': leastNamed('a week’s reply rates'),
  }
  const setUp = [
    `create temporary view store as select * from public.store where id in (${storeIds})`,
    `create temporary view store_daily as select * from public.store_daily
       where store_id in (select id from pg_temp.store)`,
  ]
  return compareWithStatements(url, paths, statements, { ...options, setUp })
}
