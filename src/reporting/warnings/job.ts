import { sql } from 'kysely'
import { dayOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { weeklyAt } from '#kit/schedule.ts'
import { notifyWarnings } from './notify.ts'
import { runWeeks } from './run.ts'
import { lastCompleteWeek } from './weeks.ts'

const OUTCOME = '{weekOn} 这一周：检查 {customers} 位客户，新增 {raised} 条预警，{resolved} 条已恢复。'

/** Checks the last completed week on Mondays at 8, each company in its own transaction. */
export const weeklyWarnings: Job = {
  name: 'weekly-warnings',
  title: '周咨询量预警',
  dueAt: weeklyAt(1, '08:00'),
  catchesUp: true,
  work: async ({ db, clock, dueAt, isStopping }) => {
    const weekOn = lastCompleteWeek(dayOf(dueAt))
    const companies = await db.selectFrom('company').select('code').where('status', '=', 'active').execute()
    let [customers, raised, resolved] = [0, 0, 0]
    for (const { code: companyCode } of companies) {
      if (isStopping()) throw new Error('the program stops')
      const at = clock()
      const outcome = await db.transaction().execute(async (tx) => {
        const reach = sql<boolean>`true`
        const done = await runWeeks(tx, { companyCode, weekOn, reach, isWhole: true, by: null, at })
        await notifyWarnings(tx, done.raised, { companyCode, weekOn, today: dayOf(at), at })
        return done
      })
      customers += outcome.customers
      raised += outcome.raised.length
      resolved += outcome.resolved
    }
    return { sentence: OUTCOME, values: { weekOn, customers, raised, resolved } }
  },
}
