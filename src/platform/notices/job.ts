import { addDays, dayOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { contractsEnding, deleteNoticesBefore, followUpsDue, notify } from './queries.ts'
import { RETENTION_DAYS } from './rules.ts'

/** Sends the notices of the day each morning and deletes old ones. A repeated run sends none twice. */
export const noticesJob: Job = {
  name: 'notices',
  title: '跟进与合同提醒',
  dueAt: dailyAt('07:30'),
  work: async ({ db, clock }) => {
    const now = clock()
    const on = dayOf(now)
    const sentCount = await db.transaction().execute(async (tx) => {
      const due = [...(await followUpsDue(tx, on, now)), ...(await contractsEnding(tx, on, now))]
      return notify(tx, due)
    })
    const gone = await deleteNoticesBefore(db, new Date(`${addDays(on, -RETENTION_DAYS)}T00:00:00+08:00`))
    return { sentence: '提醒 {n} 条，清理 {gone} 条。', values: { n: sentCount, gone } }
  },
}
