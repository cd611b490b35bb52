import type * as z from 'zod'
import { formatCount } from '#kit/format.ts'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
import { sumOf } from '#kit/rates.ts'
import { type Say, t } from '#kit/text.ts'
import {
  cellsOf,
  countsOf,
  coverageOf,
  periodCellsOf,
  periodOfRows,
  sumOfRows,
} from '#reporting/reports/volumeTotals.ts'
import { type WorkerDay, type WorkerPeriod, workerReports } from './contract.ts'

type AgentsAnswer = z.output<typeof workerReports.dailyWorkerAgents.output>
type DaysAnswer = z.output<typeof workerReports.dailyWorker.output>

/** 本页合计 over the agents of a page. */
export function agentsOfPage(items: readonly WorkerPeriod[]): Totals {
  const cells = periodCellsOf({ ...sumOfRows(items), ...periodOfRows(items) })
  return { note: t('{n}/{all} 人', countsOf(items)), cells }
}

/** 全部合计 over all agents that match the filters. */
export const agentsOfAll: ListTotals<AgentsAnswer> = {
  path: workerReports.dailyWorkerAgents.path,
  of: ({ totals }, say) => ({
    note: say('{n}/{all} 人', coverageOf(totals)),
    cells: periodCellsOf(totals),
  }),
}

/** 本页合计 over the agents' days, with the part from logs. */
export function daysOfPage(items: readonly WorkerDay[]): Totals {
  const keyed = sumOf(items.map((row) => row.keyed))
  return { note: daysNote(countsOf(items), keyed, t), cells: cellsOf(sumOfRows(items)) }
}

/** 全部合计 over all days that match the filters, with the part from logs. */
export const daysOfAll: ListTotals<DaysAnswer> = {
  path: workerReports.dailyWorker.path,
  of: ({ totals }, say) => ({
    note: daysNote(coverageOf(totals), totals.keyed, say),
    cells: cellsOf(totals),
  }),
}

function daysNote(counts: { n: number; all: number }, keyed: number | null, say: Say): string {
  const days = say('{n}/{all} 人天', counts)
  return keyed === null ? days : days + say('，其中日志 {n}', { n: formatCount(keyed) })
}
