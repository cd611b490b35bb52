import type { Day } from '#kit/calendar.ts'
import type { Gap, StoreWeek } from '#operations/duty/contract.ts'

export type Cell = StoreWeek['cells'][number]

/** Identifies a store's shift on a day; used in addresses: `12_2026-05-19_evening`. */
export interface SlotPlace {
  storeId: number
  on: Day
  shift: string
}

export const slotKey = ({ storeId, on, shift }: SlotPlace) => `${storeId}_${on}_${shift}`

/** Returns the place of a key; null for any other text. */
export function parseSlotKey(key: string | undefined): SlotPlace | null {
  const [, id, on, shift] = /^(\d+)_(\d{4}-\d{2}-\d{2})_(.+)$/.exec(key ?? '') ?? []
  return id && on && shift ? { storeId: Number(id), on, shift } : null
}

/** Returns the gap of each slot, by `slotKey`. */
export function gapsBySlot(gaps: readonly Gap[]): ReadonlyMap<string, Gap> {
  return new Map(
    gaps.flatMap((gap) =>
      gap.days.map((on) => [slotKey({ storeId: gap.storeId, on, shift: gap.shift }), gap] as const),
    ),
  )
}

/**
 * The name of the person to show in a slot as proposed: only for a leave. Every other gap is shown as what it is,
 * 无人, since nobody has decided yet that the person stays away.
 */
export function proposedIn(gap: Gap | undefined): string | undefined {
  return gap?.absent.some(({ why }) => why === 'leave') ? gap.proposed?.name : undefined
}

export interface DayCoverage {
  posts: number
  covered: number
  empty: number
  /** Shifts with too few people, of a leave with a proposal. */
  waiting: number
}

/** Coverage of a day over all stores. */
export function coverageOn(
  stores: readonly StoreWeek[],
  on: Day,
  gaps: ReadonlyMap<string, Gap>,
): DayCoverage {
  const sum: DayCoverage = { posts: 0, covered: 0, empty: 0, waiting: 0 }
  const needed = stores.flatMap(({ id, cells }) =>
    cells.filter((cell) => cell.on === on && cell.need > 0).map((cell) => ({ ...cell, storeId: id })),
  )
  for (const cell of needed) {
    sum.posts += 1
    const part = partOf(cell, gaps)
    if (part) sum[part] += 1
  }
  return sum
}

function partOf(
  cell: Cell & { storeId: number },
  gaps: ReadonlyMap<string, Gap>,
): 'covered' | 'empty' | 'waiting' | null {
  if (cell.state === 'enough' || cell.state === 'over') return 'covered'
  if (proposedIn(gaps.get(slotKey(cell)))) return 'waiting'
  return cell.state === 'none' ? 'empty' : null
}
