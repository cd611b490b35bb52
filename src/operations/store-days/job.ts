import { today } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { createStoreDays } from './queries.ts'

/** Creates the `store_day` rows of each new day for all stores, so that read requests need not do it. */
export const storeDaysJob: Job = {
  name: 'store-days',
  title: '店铺日期行',
  dueAt: dailyAt('00:00'),
  work: async ({ db, clock }) => {
    const on = today(clock)
    await createStoreDays(db, on)
    return { sentence: '{day} 的店铺日已建立。', values: { day: on } }
  },
}
