import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Split } from '#reporting/reports/contract.ts'
import type { Period } from '#reporting/reports/rules.ts'
import type { Source } from '#reporting/reports/summary.ts'
import { getSummary } from '#reporting/reports/summary.ts'
import type { ChosenAgents } from './agentDays.ts'
import { agentFigures } from './agentDays.ts'

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
export async function getWorkerSummary(db: Database, agents: ChosenAgents, period: Period, split: Split) {
  return getSummary(db, workerVolumes(agents), period, split)
}
