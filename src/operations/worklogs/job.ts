import { addDays, dayOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { notify } from '#platform/notices/queries.ts'
import { findClosedMonths } from './calendarQueries.ts'
import { findRosteredStates } from './queries.ts'
import { isUnsubmitted } from './shifts.ts'

/** Notifies each morning the agents who were rostered the day before and have not submitted their log; once per day. */
export const owedLogsJob: Job = {
  name: 'owed-logs',
  title: '欠交日志提醒',
  dueAt: dailyAt('09:00'),
  work: async ({ db, clock, dueAt }) => {
    const on = addDays(dayOf(dueAt), -1)
    const companies = await db.selectFrom('company').select('code').where('status', '=', 'active').execute()
    let notified = 0
    for (const { code: companyCode } of companies) {
      const isClosed = (await findClosedMonths(db, companyCode, { from: on, to: on })).length > 0
      const states = isClosed ? [] : await findRosteredStates(db, { companyCode, on })
      const owed = states.filter(({ state }) => isUnsubmitted(state))
      notified += await db.transaction().execute((within) =>
        notify(
          within,
          owed.map(({ staffId, state }) => ({
            companyCode,
            staffId,
            kind: 'worklogOwed' as const,
            at: clock(),
            title: { sentence: '您 {day} 的工作日志还没有提交', values: { day: on.slice(5) } },
            text: state === 'draft' ? { sentence: '草稿已经写好，打开后提交即可。' } : null,
            link: `/store-worklog?on=${on}`,
            dedupeKey: on,
          })),
        ),
      )
    }
    return { sentence: '提醒了 {n} 人。', values: { n: notified } }
  },
}
