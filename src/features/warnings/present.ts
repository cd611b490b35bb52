import type { Actor } from '#access/can.ts'
import { hideStoreSalary } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { promotionWeeks } from '#features/calendar-days/queries.ts'
import { storeScope } from '#features/stores/queries.ts'
import type { Day } from '#kit/calendar.ts'
import { compareWeek } from './comparison.ts'
import type { RiskPart, StoreLine, Warning, WarningPage, WeekBar } from './contract.ts'
import { coursesOf } from './facts.ts'
import type { WarningRow } from './queriesOfList.ts'
import { findEvents } from './queriesOfList.ts'
import { findRelated } from './queriesOfRelated.ts'
import { findStoreWeeks } from './queriesOfWeeks.ts'
import { riskLevel } from './score.ts'
import { addWeeks, lastCompleteWeek } from './weeks.ts'

/** So many weeks up to the warning's own are drawn, and at most so many after it. */
const BARS_BEFORE = 7
const BARS_AFTER = 4

/** The money that a week would cost is left out for whom fees are hidden from. */
export function withoutMoney<R extends { overageCents: number | null }>(row: R, actor: Actor) {
  const { overageCents, ...rest } = row
  return hideStoreSalary(actor) ? rest : { ...rest, overageCents }
}

/** A warning as a list shows it. */
export function presentWarning(row: WarningRow, actor: Actor): Warning {
  const { riskParts: _parts, scoreVersion: _version, urgency: _urgency, ...shown } = row
  return {
    ...withoutMoney(shown, actor),
    kind: row.kind as Warning['kind'],
    level: row.level as Warning['level'],
    status: row.status as Warning['status'],
    volumeOf: row.volumeOf as Warning['volumeOf'],
    risk: riskLevel(row.score),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A warning with all that its drawer shows: the weeks around it, the stores within reach, what was done. */
export async function presentPage(
  db: Database,
  row: WarningRow,
  { actor, today }: { actor: Actor; today: Day },
): Promise<WarningPage> {
  const { weeks, stores } = await findAround(db, row, today)
  const reach = storeScope(actor, 'canReadStore', today)
  const { names, openFollowUps, churnRecordId } = await findRelated(db, row.customerId, reach)
  const events = await findEvents(db, row.id)
  const lines = stores.flatMap((line) => {
    const storeName = names.get(line.storeId)
    return storeName === undefined ? [] : [{ ...line, storeName }]
  })
  return {
    ...presentWarning(row, actor),
    weeks,
    stores: lines,
    otherStores: stores.length - lines.length,
    events: events.map(({ at, status, ...event }) => ({
      ...event,
      at: at.toISOString(),
      status: status as Warning['status'],
    })),
    riskParts: row.riskParts as unknown as RiskPart[],
    openFollowUps,
    churnRecordId,
  }
}

/** The weeks around a warning's over all stores of the customer, and its own week store by store. */
async function findAround(db: Database, { companyCode, customerId, weekOn }: WarningRow, today: Day) {
  const newest = lastCompleteWeek(today)
  const after = addWeeks(weekOn, BARS_AFTER)
  const to = after < newest ? after : newest < weekOn ? weekOn : newest
  const rows = await findStoreWeeks(db, [customerId], to)
  const first = addWeeks(weekOn, -2 * BARS_BEFORE)
  const promotions = new Set((await promotionWeeks(db, companyCode, first, to)).map(({ monday }) => monday))
  const weeks: WeekBar[] = []
  for (let on = addWeeks(weekOn, -BARS_BEFORE); on <= to; on = addWeeks(on, 1)) {
    const own = rows.filter((row) => row.weekOn === on)
    const sum = (of: 'volume' | 'expected' | 'reported') => own.reduce((total, row) => total + row[of], 0)
    const reported = sum('reported')
    const volume = reported > 0 ? sum('volume') : null
    weeks.push({ weekOn: on, volume, expected: sum('expected'), reported, promotion: promotions.has(on) })
  }
  const stores = coursesOf(rows).flatMap(({ storeId, weeks: own }): Omit<StoreLine, 'storeName'>[] => {
    const now = own.get(weekOn)
    if (!now) return []
    const compared = compareWeek([{ storeId, weeks: own }], weekOn, promotions)
    const volume = now.reported > 0 ? now.volume : null
    const { expected, reported } = now
    const beside = { baseline: compared?.baseline ?? null, changeBp: compared?.changeBp ?? null }
    return [{ storeId, volume, expected, reported, ...beside }]
  })
  return { weeks, stores }
}
