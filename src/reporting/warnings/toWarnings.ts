import { type Actor, hideStoreSalary } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { findPromotionWeeks } from '#operations/calendar-days/queries.ts'
import { compareWeek } from './comparison.ts'
import type { StoreLine, Warning, WarningPage, WeekBar } from './contract.ts'
import { weeksByStore } from './facts.ts'
import { findEvents, type WarningRow } from './listQueries.ts'
import { partialValue } from './partialWeek.ts'
import { findRelated } from './queries.ts'
import { visiblePart, visibleStores } from './visiblePart.ts'
import { findStoreWeeks, oldestWeek } from './weekQueries.ts'
import { addWeeks, lastCompleteWeek } from './weeks.ts'

/** Number of weeks shown before the warning's own, and maximum number after it. */
const BARS_BEFORE = 7
const BARS_AFTER = 4

/** Removes the week's amount for users who may not see fees. */
export function withoutMoney<R extends { overageCents: number | null }>(row: R, actor: Actor) {
  const { overageCents, ...rest } = row
  return hideStoreSalary(actor) ? rest : { ...rest, overageCents }
}

type VisibleWarning = Awaited<ReturnType<typeof visiblePart<WarningRow>>>[number]

/** Warnings in API format, as the user may see them. */
export async function toWarnings(context: Context, rows: readonly WarningRow[]): Promise<Warning[]> {
  return (await visiblePart(context, rows)).map((row) => toWarning(row, context.actor))
}

function toWarning(row: VisibleWarning, actor: Actor): Warning {
  const { riskParts: _parts, scoreVersion: _version, own: visibleParts, ...shown } = row
  return {
    ...withoutMoney(shown, actor),
    value: visibleParts ? partialValue(row.kind, visibleParts) : row.value,
    volumeOf: row.volumeOf as Warning['volumeOf'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A warning with all data of its drawer: the surrounding weeks, the stores within reach, and the history. */
export async function toWarningPage(context: Context, row: WarningRow): Promise<WarningPage> {
  const { db, actor, clock } = context
  const [visibleRow] = await visiblePart(context, [row])
  if (!visibleRow) throw new Error('one row in, one row out')
  const { names, openFollowUps, churnRecordId } = await findRelated(
    db,
    row.customerId,
    visibleStores(context),
  )
  const events = await findEvents(db, row.id)
  return {
    ...toWarning(visibleRow, actor),
    ...(await findSurroundings(db, row, { names, today: today(clock) })),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    riskParts: visibleRow.riskParts,
    openFollowUps,
    churnRecordId,
  }
}

interface SurroundingsInput {
  /** The customer's stores within reach. */
  names: ReadonlyMap<number, string>
  today: Day
}

/** The weeks around the warning's over the stores within reach, and its own week by store. */
async function findSurroundings(
  db: Database,
  { companyCode, customerId, weekOn }: WarningRow,
  { names, today: on }: SurroundingsInput,
) {
  const newest = lastCompleteWeek(on)
  const after = addWeeks(weekOn, BARS_AFTER)
  const to = after < newest ? after : newest < weekOn ? weekOn : newest
  const rows = (await findStoreWeeks(db, [customerId], { from: oldestWeek(to), to })).filter(({ storeId }) =>
    names.has(storeId),
  )
  const first = addWeeks(weekOn, -2 * BARS_BEFORE)
  const promotions = new Set(
    (await findPromotionWeeks(db, companyCode, first, to)).map(({ monday }) => monday),
  )
  const weeks: WeekBar[] = []
  for (let monday = addWeeks(weekOn, -BARS_BEFORE); monday <= to; monday = addWeeks(monday, 1)) {
    const weekRows = rows.filter((row) => row.weekOn === monday)
    const sum = (of: 'volume' | 'expected' | 'reported') =>
      weekRows.reduce((total, row) => total + row[of], 0)
    const reported = sum('reported')
    const volume = reported > 0 ? sum('volume') : null
    const promotion = promotions.has(monday)
    weeks.push({ weekOn: monday, volume, expected: sum('expected'), reported, promotion })
  }
  const stores = weeksByStore(rows).flatMap(({ storeId, weeks: storeWeeks }): StoreLine[] => {
    const now = storeWeeks.get(weekOn)
    if (!now) return []
    const compared = compareWeek([{ storeId, weeks: storeWeeks }], weekOn, promotions)
    const volume = now.reported > 0 ? now.volume : null
    const { expected, reported } = now
    const baselineFields = { baseline: compared?.baseline ?? null, changeBp: compared?.changeBp ?? null }
    return [{ storeId, storeName: names.get(storeId) ?? '', volume, expected, reported, ...baselineFields }]
  })
  return { weeks, stores }
}
