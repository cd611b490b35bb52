import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { BUDGETS, type BudgetKind, budgetError, maxOf, type Window, windowOf } from './budgets.ts'
import type { Clock } from './calendar.ts'
import type { Person } from './person.ts'

/**
 * Charges a person for something; throws TOO_MANY with the time left if the budget is used up. Never call it within a
 * transaction: it has a statement of its own, and the embedded engine has one connection.
 */
export type Spend = (person: Person, kind: BudgetKind, amount?: number) => Promise<void>

/** Amounts that are reserved in the database and not used yet, by kind and person, of one period. */
interface Reserves {
  since: number
  left: Map<string, number>
}

/**
 * Budgets of people, stored in `budget_use`, so that they survive a restart and hold for all nodes together. Amounts are
 * reserved in blocks: most charges need no statement. `factor` multiplies all budgets; null for none.
 */
export function spending(db: Database, clock: Clock, factor: number | null): Spend {
  const reserves = new Map<Window['per'], Reserves>()
  return async (person, kind, amount = 1) => {
    if (factor === null || amount <= 0) return
    const window = windowOf(kind, clock)
    const { left } = reservesOf(reserves, window)
    // An admin who views the console as somebody else uses their own budget.
    const staffId = person.viewer?.id ?? person.id
    const name = `${kind} ${staffId}`
    const reserved = left.get(name) ?? 0
    if (reserved >= amount) return void left.set(name, reserved - amount)
    const max = maxOf(kind, person, factor)
    const asked = Math.max(BUDGETS[kind].block, amount)
    const granted = await reserve(db, { staffId, kind, asked, max, window })
    // Other requests may have used some of it meanwhile, or added to it.
    const available = (left.get(name) ?? 0) + granted
    if (available < amount) {
      left.set(name, available)
      throw budgetError(kind, { max, amount, window })
    }
    left.set(name, available - amount)
  }
}

/** The reserves of a period; those of the one before are dropped. */
function reservesOf(all: Map<Window['per'], Reserves>, { per, since }: Window): Reserves {
  const found = all.get(per)
  if (found && found.since >= since.getTime()) return found
  const created = { since: since.getTime(), left: new Map() }
  all.set(per, created)
  return created
}

interface Reservation {
  staffId: number
  kind: BudgetKind
  asked: number
  max: number
  window: Window
}

/** Reserves at most what is asked and left, in a statement that commits by itself; returns the amount. */
async function reserve(db: Database, { staffId, kind, asked, max, window }: Reservation): Promise<number> {
  const { since, sinceBefore, weightBefore } = window
  // A node whose clock is behind adds to the period of the others.
  const own = sql`case when mine.since >= ${since} then mine.used else 0 end`
  const before = sql`case when mine.since >= ${since} then mine.used_before
    when mine.since >= ${sinceBefore} then mine.used else 0 end`
  const left = sql`${max} - (${own}) - ceil((${before}) * ${weightBefore}::float8)::int`
  const first = Math.min(asked, max)
  const { rows } = await sql<{ granted: number }>`
    insert into budget_use as mine (staff_id, kind, since, used, used_before, granted)
    values (${staffId}, ${kind}, ${since}, ${first}, 0, ${first})
    on conflict (staff_id, kind) do update set granted = least(${asked}, ${left}),
      used = (${own}) + least(${asked}, ${left}), used_before = ${before}, since = greatest(mine.since, ${since})
    where ${left} > 0
    returning granted`.execute(db)
  return rows[0]?.granted ?? 0
}
