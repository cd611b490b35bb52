import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { Pay } from './contract.ts'
import type { PayRow } from './queries.ts'
import { payOf } from './rules.ts'

/** Pay rows with their period and their state on a day. `rows` are sorted by day. */
export function toTimeline(rows: readonly PayRow[], on: Day): Pay[] {
  const currentRows = rows.filter(({ replacedAt }) => !replacedAt)
  return rows.map((row) => {
    const { id, fromOn, reason, createdByName, replacedByName, replacedReason } = row
    const next = currentRows.find((other) => other.fromOn > fromOn)
    const toOn = row.replacedAt || !next ? null : addDays(next.fromOn, -1)
    return {
      ...{ id, fromOn, toOn, ...payOf(row), reason, state: stateOf(row, toOn, on) },
      ...{ createdByName, replacedByName, replacedReason, createdAt: row.createdAt.toISOString() },
      replacedAt: row.replacedAt?.toISOString() ?? null,
    }
  })
}

function stateOf({ fromOn, replacedAt }: PayRow, toOn: Day | null, on: Day): Pay['state'] {
  if (replacedAt) return 'replaced'
  if (fromOn > on) return 'planned'
  return toOn !== null && toOn < on ? 'past' : 'current'
}
