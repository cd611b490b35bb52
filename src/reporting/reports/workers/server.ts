import { can } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { Choose } from '#reporting/reports/dailyReport.ts'
import { ofDays, ofPeriod, ofRows, overview, weekdays } from '#reporting/reports/dailyReport.ts'
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

const overviewOfAgents = overview(agents, getWorkerSummary, findTopWorkers)

export const workerReportsServer = serve(workerReports, {
  dailyWorker: ofDays(agents, findWorkerDays),
  dailyWorkerAgents: ofPeriod(agents, findWorkers),
  dailyWorkerRows: ofRows(agents, findWorkerLines),
  dailyWorkerWeekdays: weekdays(agents, workerHeat),

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
