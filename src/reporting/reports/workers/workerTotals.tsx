import type { ReactNode } from 'react'
import type * as z from 'zod'
import { formatCount } from '#kit/format.ts'
import { sumOf } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import {
  cellsOf,
  countsOf,
  coverageOf,
  periodCellsOf,
  periodOfRows,
  sumOfRows,
} from '#reporting/reports/volumeTotals.tsx'
import type { WorkerDay, WorkerPeriod, workerReports } from './contract.ts'

type AgentsAnswer = z.output<typeof workerReports.dailyWorkerAgents.output>
type DaysAnswer = z.output<typeof workerReports.dailyWorker.output>

/** 本页合计 over the agents of a page. */
export function agentsOfPage(items: readonly WorkerPeriod[]): Totals {
  const cells = periodCellsOf({ ...sumOfRows(items), ...periodOfRows(items) })
  return { note: t('{n}/{all} 人', countsOf(items)), cells }
}

/** 全部合计 over all agents that match the filters. */
export function agentsOfAll({ totals }: AgentsAnswer): Totals {
  return { note: t('{n}/{all} 人', coverageOf(totals)), cells: periodCellsOf(totals) }
}

/** 本页合计 over the agents' days, with the part from logs. */
export function daysOfPage(items: readonly WorkerDay[]): Totals {
  const keyed = sumOf(items.map((row) => row.keyed))
  return { note: daysNote(countsOf(items), keyed), cells: cellsOf(sumOfRows(items)) }
}

export function daysOfAll({ totals }: DaysAnswer): Totals {
  return { note: daysNote(coverageOf(totals), totals.keyed), cells: cellsOf(totals) }
}

function daysNote(counts: { n: number; all: number }, keyed: number | null): ReactNode {
  const days = t('{n}/{all} 人天', counts)
  return keyed === null ? days : days + t('，其中日志 {n}', { n: formatCount(keyed) })
}
