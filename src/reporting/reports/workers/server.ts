import { can } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { Choose } from '#reporting/reports/dailyReport.ts'
import {
  daysHandler,
  overviewHandler,
  periodHandler,
  rowsHandler,
  weekdaysHandler,
} from '#reporting/reports/dailyReport.ts'
import { periodOf } from '#reporting/reports/rules.ts'
import { reportScope } from '#reporting/reports/storeDays.ts'
import type { AgentFilter, ChosenAgents } from './agentDays.ts'
import { workerReports } from './contract.ts'
import { getWorkerSummary } from './workerOverview.ts'
import { countUnmatched, findWorkerLines } from './workerRows.ts'
import { findTopWorkers, findWorkerDays, findWorkers, workerHeat } from './workers.ts'

/** The agents within reach. */
const agents: Choose<AgentFilter, ChosenAgents> = (actor, _on, filter) => ({
  reach: staffScope(actor, 'canReportWorklog'),
  filter,
})

const overviewOfAgents = overviewHandler(agents, getWorkerSummary, findTopWorkers)

export const workerReportsServer = serve(workerReports, {
  dailyWorker: daysHandler(agents, findWorkerDays),
  dailyWorkerAgents: periodHandler(agents, findWorkers),
  dailyWorkerRows: rowsHandler(agents, findWorkerLines),
  dailyWorkerWeekdays: weekdaysHandler(agents, workerHeat),

  dailyWorkerOverview: async (context, query) => {
    const { db, actor, clock } = context
    const on = today(clock)
    const byPerson = query.staffId ?? query.leaderId
    const seesNicks = can(actor, 'canReviewWorklog') && !byPerson
    return {
      ...(await overviewOfAgents(context, query)),
      unmatched: seesNicks
        ? await countUnmatched(db, reportScope(actor, on), query, periodOf(query, on))
        : null,
    }
  },
})
