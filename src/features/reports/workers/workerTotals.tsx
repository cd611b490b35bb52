import type { ReactNode } from 'react'
import type * as z from 'zod'
import { sumOf } from '#features/reports/rules.ts'
import { changes, changesOf } from '#features/reports/volumeTotals.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import type { WorkerDay, WorkerPeriod, workerReports } from './contract.ts'

type AgentsAnswer = z.output<typeof workerReports.dailyWorkerAgents.output>
type DaysAnswer = z.output<typeof workerReports.dailyWorker.output>

/** 本页合计 over the agents of a page. */
export function agentsOfPage(items: readonly WorkerPeriod[]): Totals {
  return {
    note: t('{n}/{all} 人', { n: known(items), all: expected(items) }),
    cells: {
      ...changes(items),
      volume: sumOf(items.map(({ volume }) => volume)),
      mean7: sumOf(items.map(({ mean7 }) => mean7)),
      sum: sumOf(items.map(({ sum }) => sum)),
    },
  }
}

/** 全部合计 over all agents that the filters find. */
export function agentsOfAll({ totals }: AgentsAnswer): Totals {
  const { volume, mean7, sum } = totals
  return {
    note: t('{n}/{all} 人', { n: totals.reported, all: totals.expected }),
    cells: { ...changesOf(totals), volume, mean7, sum },
  }
}

/** The same over the agents' days; how much comes from logs is said beside it. */
export function daysOfPage(items: readonly WorkerDay[]): Totals {
  const logged = sumOf(items.map(({ keyed }) => keyed))
  return {
    note: daysNote({ reported: known(items), expected: expected(items), keyed: logged }),
    cells: { ...changes(items), volume: sumOf(items.map(({ volume }) => volume)) },
  }
}

export function daysOfAll({ totals }: DaysAnswer): Totals {
  return { note: daysNote(totals), cells: { ...changesOf(totals), volume: totals.volume } }
}

function daysNote(all: { reported: number; expected: number; keyed: number | null }): ReactNode {
  const days = t('{n}/{all} 人天', { n: all.reported, all: all.expected })
  return all.keyed === null ? days : days + t('，其中日志 {n}', { n: formatCount(all.keyed) })
}

const known = (items: readonly { volume: number | null }[]) =>
  items.filter(({ volume }) => volume !== null).length

/** How many rows should have figures, or have them all the same. */
function expected(items: readonly { missing: boolean; volume: number | null }[]): number {
  return items.filter(({ missing, volume }) => missing || volume !== null).length
}
