import { dayOf, monthOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { addBegunLines } from './lineQueries.ts'

/** Adds the lines of recurring costs, such as rent, when a month begins; the next run makes up for missed days. */
export const monthlyLinesJob: Job = {
  name: 'monthly-lines',
  title: '每月固定费用',
  dueAt: dailyAt('00:10'),
  work: async ({ db, clock }) => {
    const at = clock()
    const added = await addBegunLines(db, { month: monthOf(dayOf(at)), at })
    return { sentence: '记入了 {n} 条每月的手工项。', values: { n: added } }
  },
}
