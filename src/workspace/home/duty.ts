import type { Actor } from '#access/can.ts'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import * as attention from '#operations/duty/attention/queries.ts'
import { findDuty as findPersonDays } from '#operations/duty/queries.ts'
import type { Conflict, Gap } from './contract.ts'

/** The number of days, beginning today, in which gaps and contradictions are looked for. */
export const DUTY_DAYS = 7

const nextDays = (today: Day) => ({ from: today, to: addDays(today, DUTY_DAYS - 1) })

/**
 * The stores that a person is responsible for on a day, with the shifts; `off` names the rest or leave of a day without
 * duty.
 */
export async function findDuty(db: Database, { id, companyCode }: Actor, on: Day) {
  const [day] = await findPersonDays(db, { companyCode, from: on, to: on, staffIds: [id] })
  const posts = Map.groupBy(day?.posts ?? [], ({ storeId }) => storeId)
  if (posts.size === 0) {
    const onLeave = day?.leave.morning || day?.leave.afternoon
    return { off: onLeave ? ('leave' as const) : day?.rests ? ('rest' as const) : null, stores: [] }
  }
  const stores = await db
    .selectFrom('store')
    .select(['id as storeId', 'name as storeName', 'platform'])
    .$narrowType<{ platform: Platform }>()
    .where('id', 'in', [...posts.keys()])
    .orderBy('platform')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  return {
    off: null,
    stores: stores.map((store) => ({
      ...store,
      shifts: (posts.get(store.storeId) ?? []).map(({ shift }) => shift),
    })),
  }
}

/**
 * The stores within reach with a shift in the next days in which nobody works: soonest first, with the first such shift
 * and the number of them.
 */
export async function findGaps(db: Database, actor: Actor, today: Day): Promise<Gap[]> {
  const found = await attention.findGaps(db, actor, nextDays(today))
  const byStore = Map.groupBy(
    found.filter(({ people }) => people === 0),
    ({ storeId }) => storeId,
  )
  const firsts = [...byStore.values()].flatMap(([first]) => first ?? [])
  const names = await namesOf(
    db,
    firsts.flatMap(({ absent }) => absent),
  )
  return firsts.map(({ storeId, storeName, platform, on, shift, absent }) => ({
    storeId,
    storeName,
    platform,
    on,
    shift,
    shifts: byStore.get(storeId)?.length ?? 1,
    agents: absent.map((id) => names.get(id) ?? ''),
  }))
}

async function namesOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The next days on which people of the team are rostered for other shifts than they are assigned to. */
export async function findConflicts(db: Database, actor: Actor, today: Day): Promise<Conflict[]> {
  const found = await attention.findContradictions(db, actor, nextDays(today))
  const days = Map.groupBy(
    found.filter(({ kind }) => kind === 'otherShift'),
    ({ staffId, on }) => `${staffId} ${on}`,
  )
  return [...days.values()].flatMap((ofDay) => {
    const [first] = ofDay
    if (!first) return []
    const { staffId, staffName, on } = first
    const shiftsOf = (codes: (string | null)[]) => [...new Set(codes)].flatMap((code) => code ?? [])
    return [
      {
        staffId,
        staffName,
        on,
        rostered: shiftsOf(ofDay.map(({ shift }) => shift)),
        assigned: shiftsOf(ofDay.map(({ other }) => other)),
      },
    ]
  })
}
