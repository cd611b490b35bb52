import { type Expression, type SqlBool, sql } from 'kysely'
import { can } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { planEachTime } from '#db/statements.ts'
import { today } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { serve } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { Split } from '#reporting/reports/contract.ts'
import {
  type Choose,
  daysHandler,
  overviewHandler,
  periodHandler,
  rowsHandler,
  weekdaysHandler,
} from '#reporting/reports/dailyReport.ts'
import { type Period, periodOf } from '#reporting/reports/rules.ts'
import { isOneOf, orderOf, pageSql, reportScope, type StoreFilter } from '#reporting/reports/storeDays.ts'
import { getSummary, type Source } from '#reporting/reports/summary.ts'
import { type AgentFilter, agentFigures, agentLines, type ChosenAgents } from './agentDays.ts'
import { type WorkerRow, workerReports } from './contract.ts'
import { findTopWorkers, findWorkerDays, findWorkers, workerHeat } from './workers.ts'

const COLUMNS = { on: 'onDay', storeName: 'storePinyin', nick: 'nick', volume: 'volume' }

/** The parts of agents' figures in a period, a row per nick, store and day, with their sum. */
async function findWorkerLines(db: Database, agents: ChosenAgents, period: Period, input: PageInput) {
  const lines = sql`with ${agentLines(agents, period.from, period.to)}`
  const order = orderOf(input.sort, COLUMNS, sql`on_day desc, volume desc nulls last, store_id, nick`)
  const items = await sql<WorkerRow>`${lines}
    select line.staff_id, line.store_id, line.nick, line.volume, line.consult_users, batch_id, on_day as "on", staff_name, store_name, platform,
      case when from_log then 'log' else 'imported' end as source,
      case when from_log then coalesce(worklog_id, (select max(kept.worklog_id) from keyed_figure kept
        where kept.store_id = line.store_id and kept.on_day = line.on_day and kept.nick = line.nick)) end as worklog_id
    from line join chosen using (staff_id) join served using (store_id)
    order by ${order}, nick ${pageSql(input)}`.execute(db)
  const totals = await sql<{ total: number; volume: number | null }>`${lines}
    select count(*) as total, sum(volume)::bigint as volume from line`.execute(db)
  const { total = 0, volume = null } = totals.rows[0] ?? {}
  return { items: items.rows, total, totals: { volume } }
}

/**
 * Counts the nicks that were not bound to an agent on the day, at stores within reach, and their volume, which no
 * agent's figure includes. Planned each time: without knowing the days, PostgreSQL reads them store by store.
 */
async function countUnmatched(
  db: Database,
  storeReach: Expression<SqlBool>,
  filter: StoreFilter,
  { from, to }: Period,
) {
  const { rows } = await sql<{ nicks: number; volume: number | null }>`${planEachTime}
    select count(distinct (d.store_id, d.nick)) as nicks, sum(d.handled_users)::bigint as volume
    from store join agent_daily d on d.store_id = store.id and d.on_day between ${from} and ${to}
    where ${storeReach} and ${isOneOf('store.id', filter.storeId)} and ${isOneOf('store.platform', filter.platform)}
      and ${isOneOf('store.customerId', filter.customerId)} and ${isOneOf('store.companyCode', filter.companyCode)}
      and d.source <> 'keyed' and not exists (
        select 1 from agent_account a where a.store_id = d.store_id and a.nick = d.nick
          and a.from_on <= d.on_day and (a.to_on is null or a.to_on >= d.on_day))`.execute(db)
  return rows[0] ?? { nicks: 0, volume: null }
}

/** The agents' volumes as the source of a report's figures and trend. */
const workerVolumes = (agents: ChosenAgents): Source => ({
  figures: (period, comparison) => agentFigures(agents, period, comparison),
  splits: { leader: { key: sql`leader_id::text`, name: sql`max(leader_name)` } },
  formulas: {
    lastDay: 'Σ 各客服当天的接待人数，缺数据的客服不计入',
    period: 'Σ 各客服各天的接待人数，缺数据的不计入',
    perStoreDay: 'Σ 接待人数 ÷ 有数据的人天',
    coverage: '有数据的人天 ÷ 应有数据的人天',
  },
})

/** The figures of the strip with their explanations, and the trend. */
async function getWorkerSummary(db: Database, agents: ChosenAgents, period: Period, split: Split) {
  return getSummary(db, workerVolumes(agents), period, split)
}

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
