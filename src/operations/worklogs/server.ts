import type { Conflicts } from '#kit/conflicts.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { readCalendar, remind } from './calendar.ts'
import { worklogs } from './contract.ts'
import { worklogCalendar, worklogDays } from './contractDay.ts'
import { readDay, readHandover } from './day.ts'
import { create, submitWithChanges, update } from './edit.ts'
import { readPage, toWorklog } from './logPage.ts'
import { findLogs, findTallies } from './queries.ts'
import { approve, approveMany, returnLog, withdraw } from './steps.ts'

const conflicts: Conflicts = {
  worklog_key: { field: 'shift', message: '您这一天这一班的日志已经有了，请打开那一份继续写。' },
}

export const worklogsServer = serve(
  worklogs,
  {
    list: async (context, query) => {
      const { db, actor } = context
      assertCompanyFilter(actor, query.companyCode)
      const { items, ...sizes } = await findLogs(db, actor, query)
      const ids = items.map(({ id }) => id)
      const tallies = new Map((await findTallies(db, ids)).map((tally) => [tally.worklogId, tally]))
      return { ...sizes, items: items.map((row) => toWorklog(row, tallies.get(row.id), context)) }
    },

    get: (context, { id }) => readPage(context, id),
    create,
    update,
    submit: submitWithChanges,
    withdraw,
    approve,
    approveMany,
    return: returnLog,
  },
  conflicts,
)

export const worklogDaysServer = serve(worklogDays, {
  day: readDay,
  readHandover: (context, { id }) => readHandover(context, id),
})

export const worklogCalendarServer = serve(worklogCalendar, { calendar: readCalendar, remind })
