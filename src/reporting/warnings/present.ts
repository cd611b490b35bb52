import type { Actor } from '#access/can.ts'
import { hideStoreSalary } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { promotionWeeks } from '#operations/calendar-days/queries.ts'
import { compareWeek } from './comparison.ts'
import type { StoreLine, Warning, WarningPage, WeekBar } from './contract.ts'
import { coursesOf } from './facts.ts'
import { valueOver } from './partOfTeam.ts'
import type { WarningRow } from './queriesOfList.ts'
import { findEvents } from './queriesOfList.ts'
import { findRelated } from './queriesOfRelated.ts'
import { findStoreWeeks, oldestWeek } from './queriesOfWeeks.ts'
import { seenBy, storesOf } from './seenBy.ts'
import { addWeeks, lastCompleteWeek } from './weeks.ts'

/** Number of weeks shown before the warning's own, and maximum number after it. */
const BARS_BEFORE = 7
const BARS_AFTER = 4

/** Removes the week's amount for users who may not see fees. */
export function withoutMoney<R extends { overageCents: number | null }>(row: R, actor: Actor) {
  const { overageCents, ...rest } = row
  return hideStoreSalary(actor) ? rest : { ...rest, overageCents }
}

type SeenWarning = Awaited<ReturnType<typeof seenBy<WarningRow>>>[number]

/** Warnings in API format, as the user may see them. */
export async function presentWarnings(context: Context, rows: readonly WarningRow[]): Promise<Warning[]> {
  return (await seenBy(context, rows)).map((row) => presented(row, context.actor))
}

function presented(row: SeenWarning, actor: Actor): Warning {
  const { riskParts: _parts, scoreVersion: _version, own, ...shown } = row
  const kind = row.kind as Warning['kind']
  return {
    ...withoutMoney(shown, actor),
    kind,
    value: own ? valueOver(kind, own) : row.value,
    level: row.level as Warning['level'],
    status: row.status as Warning['status'],
    volumeOf: row.volumeOf as Warning['volumeOf'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A warning with all data of its drawer: the surrounding weeks, the stores within reach, and the history. */
export async function presentPage(context: Context, row: WarningRow): Promise<WarningPage> {
  const { db, actor, clock } = context
  const [seen] = await seenBy(context, [row])
  if (!seen) throw new Error('one row in, one row out')
  const { names, openFollowUps, churnRecordId } = await findRelated(db, row.customerId, storesOf(context))
  const events = await findEvents(db, row.id)
  return {
    ...presented(seen, actor),
    ...(await findAround(db, row, { names, today: today(clock) })),
    events: events.map(({ at, status, ...event }) => ({
      ...event,
      at: at.toISOString(),
      status: status as Warning['status'],
    })),
    riskParts: seen.riskParts,
    openFollowUps,
    churnRecordId,
  }
}

interface Around {
  /** The customer's stores within reach. */
  names: ReadonlyMap<number, string>
  today: Day
}

/** The weeks around the warning's over the stores within reach, and its own week by store. */
async function findAround(
  db: Database,
  { companyCode, customerId, weekOn }: WarningRow,
  { names, today: on }: Around,
) {
  const newest = lastCompleteWeek(on)
  const after = addWeeks(weekOn, BARS_AFTER)
  const to = after < newest ? after : newest < weekOn ? weekOn : newest
  const rows = (await findStoreWeeks(db, [customerId], { from: oldestWeek(to), to })).filter(({ storeId }) =>
    names.has(storeId),
  )
  const first = addWeeks(weekOn, -2 * BARS_BEFORE)
  const promotions = new Set((await promotionWeeks(db, companyCode, first, to)).map(({ monday }) => monday))
  const weeks: WeekBar[] = []
  for (let monday = addWeeks(weekOn, -BARS_BEFORE); monday <= to; monday = addWeeks(monday, 1)) {
    const own = rows.filter((row) => row.weekOn === monday)
    const sum = (of: 'volume' | 'expected' | 'reported') => own.reduce((total, row) => total + row[of], 0)
    const reported = sum('reported')
    const volume = reported > 0 ? sum('volume') : null
    const promotion = promotions.has(monday)
    weeks.push({ weekOn: monday, volume, expected: sum('expected'), reported, promotion })
  }
  const stores = coursesOf(rows).flatMap(({ storeId, weeks: own }): StoreLine[] => {
    const now = own.get(weekOn)
    if (!now) return []
    const compared = compareWeek([{ storeId, weeks: own }], weekOn, promotions)
    const volume = now.reported > 0 ? now.volume : null
    const { expected, reported } = now
    const beside = { baseline: compared?.baseline ?? null, changeBp: compared?.changeBp ?? null }
    return [{ storeId, storeName: names.get(storeId) ?? '', volume, expected, reported, ...beside }]
  })
  return { weeks, stores }
}
