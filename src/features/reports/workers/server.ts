import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { can, hideCompany } from '#access/can.ts'
import { assertCompanyFilter } from '#features/companies/rules.ts'
import { findHeat, heatPeriod } from '#features/reports/heat.ts'
import type { AskedPeriod } from '#features/reports/rules.ts'
import { periodOf } from '#features/reports/rules.ts'
import { reportScope } from '#features/reports/storeDays.ts'
import type { Source } from '#features/reports/summary.ts'
import { getSummary } from '#features/reports/summary.ts'
import { seriesFrom } from '#features/reports/volumes.ts'
import { staffScope } from '#features/staff/queries.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import type { AgentFilter, ChosenAgents } from './agentDays.ts'
import { agentFigures } from './agentDays.ts'
import { workerReports } from './contract.ts'
import { countUnmatched, findWorkerLines } from './workerRows.ts'
import { findTopWorkers, findWorkerDays, findWorkers } from './workers.ts'

/** How many agents the overview names. */
const TOP = 8

function read(actor: Actor, clock: Clock, asked: AgentFilter & AskedPeriod) {
  assertCompanyFilter(actor, asked.companyCode)
  const agents: ChosenAgents = { reach: staffScope(actor, 'canReportWorklog'), filter: asked }
  return { period: periodOf(asked, today(clock)), agents }
}

/** The agents' volumes as the source of a report's figures and trend. */
const workerVolumes = (agents: ChosenAgents): Source => ({
  figures: (period, beside) => agentFigures(agents, period, beside),
  splits: { leader: { key: sql`leader_id::text`, name: sql`max(leader_name)` } },
  formulas: {
    lastDay: 'Σ 各客服当天的接待人数，缺数据的客服不计入',
    period: 'Σ 各客服各天的接待人数，缺数据的不计入',
    perStoreDay: 'Σ 接待人数 ÷ 有数据的人天',
    coverage: '有数据的人天 ÷ 应有数据的人天',
  },
})

/** A row as this person may see it. */
function present<R extends { companyCode: string }>(actor: Actor, row: R) {
  const { companyCode, ...rest } = row
  return hideCompany(actor) ? rest : { ...rest, companyCode }
}

export const workerReportsServer = serve(workerReports, {
  dailyWorker: async ({ db, actor, clock }, query) => {
    const { period, agents } = read(actor, clock, query)
    const found = await findWorkerDays(db, agents, period, query)
    const items = found.items.map((row) => ({
      ...present(actor, row),
      updatedAt: row.updatedAt?.toISOString() ?? null,
    }))
    return { ...found, items, totals: { ...found.totals, period } }
  },

  dailyWorkerAgents: async ({ db, actor, clock }, query) => {
    const { period, agents } = read(actor, clock, query)
    const found = await findWorkers(db, agents, period, query)
    const items = found.items.map((row) => present(actor, row))
    return { ...found, items, seriesFrom: seriesFrom(period), totals: { ...found.totals, period } }
  },

  dailyWorkerRows: async ({ db, actor, clock }, query) => {
    const { period, agents } = read(actor, clock, query)
    const { volume, ...found } = await findWorkerLines(db, agents, period, query)
    return { ...found, totals: { volume, period } }
  },

  dailyWorkerOverview: async ({ db, actor, clock }, query) => {
    const { period, agents } = read(actor, clock, query)
    const summary = await getSummary(db, workerVolumes(agents), period, query.split)
    const top = await findTopWorkers(db, agents, period, TOP)
    const byPerson = query.staffId ?? query.leaderId
    const seesNicks = can(actor, 'canReviewWorklog') && !byPerson
    return {
      ...period,
      ...summary,
      updatedAt: summary.updatedAt?.toISOString() ?? null,
      top: {
        most: top.most.map((row) => present(actor, row)),
        falls: top.falls.map((row) => present(actor, row)),
      },
      unmatched: seesNicks ? await countUnmatched(db, reportScope(actor, today(clock)), query, period) : null,
    }
  },

  dailyWorkerWeekdays: async ({ db, actor, clock }, query) => {
    const { period, agents } = read(actor, clock, query)
    const days = heatPeriod(period, today(clock))
    const figures = agentFigures(agents, days, { from: days.from, back: 0 })
    const source = { figures, id: sql`staff_id`, name: sql`staff_name`, part: sql`volume` }
    return { ...days, rows: await findHeat(db, source, days) }
  },
})
