import type { Actor } from '#access/can.ts'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { type Contradiction, contradictionsOf } from '#operations/duty/contradictions.ts'
import { coverageOf } from '#operations/duty/coverage.ts'
import {
  findContradictionFacts,
  findCoverageFacts,
  findCoveredStores,
  findNames,
} from '#operations/duty/coverageQueries.ts'

/** The days to look at, both included, and the head of a team; without one everything within the actor's reach. */
interface Span {
  from: Day
  to: Day
  headId?: number | undefined
}

/** Like `Span`; which stores are within reach is decided on `reachOn`. */
interface ReachedSpan extends Span {
  reachOn: Day
}

/** A store's shift with fewer people than needed; with nobody if `people` is 0. */
export interface CoverageGap {
  on: Day
  shift: string
  storeId: number
  storeName: string
  platform: Platform
  need: number
  people: number
  /** Those who are assigned to the shift and do not work in it. */
  absent: number[]
}

/** The coverage of every store within reach, with the stores and what it follows from. */
export async function findCoverage(db: Database, actor: Actor, { headId, reachOn, ...days }: ReachedSpan) {
  const { stores } = await findCoveredStores(
    db,
    actor,
    { from: reachOn, to: days.to, headId },
    { permission: 'canReviewWorklog' },
  )
  const facts = await findCoverageFacts(db, { companyCode: actor.companyCode, stores, ...days })
  return { stores, facts, cells: coverageOf(facts, days) }
}

/** Returns the cells with too few people, by day, those with the fewest people first. */
export function gapsIn({ stores, facts, cells }: Awaited<ReturnType<typeof findCoverage>>): CoverageGap[] {
  const byId = new Map(stores.map((store) => [store.id, store]))
  const assignments = Map.groupBy(facts.assignments, ({ storeId }) => storeId)
  return cells
    .flatMap(({ people, state, ...cell }) => {
      const store = byId.get(cell.storeId)
      if (!store || (state !== 'none' && state !== 'short')) return []
      const absent = (assignments.get(cell.storeId) ?? [])
        .filter((one) => one.shift === cell.shift)
        .filter((one) => one.fromOn <= cell.on && (one.toOn === null || one.toOn >= cell.on))
        .filter((one) => !people.some(({ staffId }) => staffId === one.staffId))
        .map(({ staffId }) => staffId)
      const { name: storeName, platform } = store
      return [{ ...cell, storeName, platform, people: people.length, absent: [...new Set(absent)] }]
    })
    .sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : a.people - b.people))
}

/** Returns the shifts of stores with too few people, by day, those with the fewest people first. */
export async function findGaps(db: Database, actor: Actor, span: Span): Promise<CoverageGap[]> {
  return gapsIn(await findCoverage(db, actor, { ...span, reachOn: span.from }))
}

export interface NamedContradiction extends Contradiction {
  staffName: string
  storeName: string | null
}

/** Returns where rosters, assignments, leaves and logs contradict each other, by day and person. */
export async function findContradictions(
  db: Database,
  actor: Actor,
  { headId, ...days }: Span,
): Promise<NamedContradiction[]> {
  const { facts, logs } = await findContradictionFacts(db, actor, { ...days, headId })
  const found = contradictionsOf(facts, logs, days)
  const people = await namesOf(
    db,
    'staff',
    found.map(({ staffId }) => staffId),
  )
  const stores = await namesOf(
    db,
    'store',
    found.flatMap(({ storeId }) => storeId ?? []),
  )
  return found.map((one) => ({
    ...one,
    staffName: people.get(one.staffId) ?? '',
    storeName: one.storeId === null ? null : (stores.get(one.storeId) ?? ''),
  }))
}

async function namesOf(db: Database, table: 'staff' | 'store', ids: readonly number[]) {
  const rows = await findNames(db, table, ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
