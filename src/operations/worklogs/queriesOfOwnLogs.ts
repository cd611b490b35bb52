import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { selectLogs } from './queries.ts'

/** Returns an agent's logs in a span of days, by day. */
export async function findAgentLogs(db: Database, staffId: number, from: Day, to: Day) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.onDay', '>=', from)
    .where('worklog.onDay', '<=', to)
    .orderBy('worklog.onDay')
    .orderBy('worklog.id')
    .execute()
}

/** Returns an agent's logs with status `returned`, newest day first. */
export async function findReturnedLogs(db: Database, staffId: number) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.status', '=', 'returned')
    .orderBy('worklog.onDay', 'desc')
    .execute()
}

/** Returns an agent's last log before a day; undefined if there is none. */
export async function findPreviousLog(db: Database, staffId: number, before: Day) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.onDay', '<', before)
    .orderBy('worklog.onDay', 'desc')
    .orderBy('worklog.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
