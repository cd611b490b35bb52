import { addDays, dayOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { notify } from '#platform/notices/queries.ts'
import { findPendingReminders } from './queries.ts'

/** Days after which a missing figure is requested again: platforms publish some figures late, but not by much. */
const REQUEST_AGAIN_AFTER_DAYS = 1

/** Figures older than this many days are no longer requested: the platform will not publish them any more. */
const GIVE_UP_AFTER_DAYS = 30

/** Notifies each store's head and the user who imported the file of figures that the platform had not yet published. */
export const pendingFiguresJob: Job = {
  name: 'pending-figures',
  title: '待补数字提醒',
  dueAt: dailyAt('10:00'),
  work: async ({ db, clock, dueAt }) => {
    const on = dayOf(dueAt)
    const days = { from: addDays(on, -GIVE_UP_AFTER_DAYS), to: addDays(on, -REQUEST_AGAIN_AFTER_DAYS) }
    const reminders = await findPendingReminders(db, days)
    const notifiedCount = await db.transaction().execute((within) =>
      notify(
        within,
        reminders.map(({ companyCode, staffId, stores, firstOn }) => ({
          companyCode,
          staffId,
          kind: 'pendingFigures' as const,
          at: clock(),
          title: {
            sentence: '有 {n} 个店日的数平台当时还在统计，请再导入一次',
            values: { n: stores },
          },
          text: { sentence: '最早的是 {on}', values: { on: firstOn } },
          link: '/store-worklog/figures?view=pending',
          dedupeKey: `pending ${on}`,
        })),
      ),
    )
    return { sentence: '提醒了 {n} 人。', values: { n: notifiedCount } }
  },
}
