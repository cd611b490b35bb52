import type { Database } from '#db/connect.ts'
import type { AgentCell, AgentLine } from '#reporting/reports/queries.ts'
import { findAgentDays, findAgentLines } from '#reporting/reports/queries.ts'
import type { CellRow } from './contract.ts'
import { NO_ROW, sumsOf, toSums } from './explainCell.ts'
import { formulas, measureOf } from './rules.ts'

/** The parts of an agent's cell: its days, or for one day the nicks at each store. The parts add up to the cell. */
export async function explainAgent(db: Database, cell: AgentCell) {
  const days = await findAgentDays(db, cell)
  const parts = days.map((day) => ({ ...day, metric: null, expected: 1 }))
  const isDay = cell.from === cell.to
  // A day that the report does not show has no lines either.
  const lines = isDay && days.length > 0 ? await findAgentLines(db, cell) : []
  const rows = isDay ? lines.map(nickRow) : days.map(dayRow)
  return { ...formulas[cell.figure], ...toSums(sumsOf(parts, cell.figure)), rows }
}

function dayRow(day: Awaited<ReturnType<typeof findAgentDays>>[number]): CellRow {
  const { on, value, numerator, denominator, reported, updatedAt } = day
  const corrected = day.corrected ? ['handledUsers'] : []
  const facts = { kind: 'day', on, value, numerator, denominator, reported, expected: 1, corrected } as const
  return { ...NO_ROW, ...facts, updatedAt: updatedAt?.toISOString() ?? null }
}

function nickRow(line: AgentLine): CellRow {
  const { storeId, storeName, nick, worklogIds, batchId, fileName, row, at, byName } = line
  const { value, numerator, denominator } = line
  const file =
    fileName === null ? null : { batchId, fileName, row, at: at?.toISOString() ?? null, byName: byName ?? '' }
  return {
    ...NO_ROW,
    ...{ kind: 'nick', storeId, storeName, name: nick, value, numerator, denominator, file, worklogIds },
    source: line.fromLog ? 'keyed' : 'imported',
    corrected: line.corrected.map(measureOf),
    updatedAt: line.updatedAt.toISOString(),
  }
}
