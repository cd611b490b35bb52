import { dayOf, monthOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { fill } from '#kit/text.ts'
import { addBegunLines } from './queriesOfLines.ts'

/** Adds the manual lines of every month, as rent, when the month begins; a day that was missed is made up for. */
export const monthlyLinesJob: Job = {
  name: 'monthly-lines',
  dueAt: dailyAt('00:10'),
  work: async ({ db, clock }) => {
    const at = clock()
    const added = await addBegunLines(db, { month: monthOf(dayOf(at)), at })
    return fill('记入了 {n} 条每月的手工项', { n: added })
  },
}
