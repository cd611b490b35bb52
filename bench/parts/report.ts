/** The daily report over three million store-days: our response compared with its statements alone. */
import { addDays, today } from '#kit/calendar.ts'
import type { Cluster } from '../cluster.ts'
import { compareWithSql, type SqlComparison } from '../sqlComparison.ts'

type ReportName = 'day' | 'week' | 'year'

/** A day's list of stores, a week's overview, and a year of every store. */
function pathsOf(on: string): Record<ReportName, string> {
  const last = addDays(on, -1)
  return {
    day: `/api/reports/daily-store?from=${last}&to=${last}`,
    week: `/api/reports/daily-store/overview?from=${addDays(on, -7)}&to=${last}`,
    year: `/api/reports/daily-store/stores?from=${addDays(on, -365)}&to=${last}`,
  }
}

/** Measures each report `pairs` times, alternating with its bare statements. */
export async function measureReports(
  { url }: Cluster,
  pairs: number,
): Promise<Record<ReportName, SqlComparison>> {
  const paths = pathsOf(today(() => new Date()))
  return compareWithSql<ReportName>(url, paths, { username: 'admin1', pairs })
}
