import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, today as todayOf } from '#kit/calendar.ts'
import { findVolumes } from '#operations/duty/candidates/queries.ts'
import { findDutyPeople, findNames } from '#operations/duty/coverageQueries.ts'
import { findDuty } from '#operations/duty/queries.ts'
import { findLogsOn } from './facts.ts'
import { endedShifts } from './openGaps.ts'

/** Maximum number of people. */
const MAX_PEOPLE = 200

/** Returns who works today, where, and what became of the logs; and who rests or is on leave. */
export async function readToday(
  { db, actor, clock }: { db: Database; actor: Actor; clock: Clock },
  headId: number | undefined,
) {
  const on = todayOf(clock)
  const filter = { from: on, to: on, headId }
  const { people } = await findDutyPeople(db, actor, filter, {
    permission: 'canReviewWorklog',
    limit: MAX_PEOPLE,
  })
  const staffIds = people.map(({ id }) => id)
  const days = await findDuty(db, { companyCode: actor.companyCode, from: on, to: on, staffIds })
  const storeIds = [...new Set(days.flatMap(({ posts }) => posts.map(({ storeId }) => storeId)))]
  const stores = new Map((await findNames(db, 'store', storeIds)).map((store) => [store.id, store]))
  const volumes = await findVolumes(db, storeIds, on)
  const logs = await findLogsOn(db, staffIds, on)
  const isOver = await endedShifts({ db, actor, clock })
  const byId = new Map(days.map((day) => [day.staffId, day]))
  const named = people.map(({ id, name }) => ({ id, name, day: byId.get(id) }))
  return {
    today: on,
    people: named.flatMap(({ id, name, day }) => {
      if (!day || day.shifts.length === 0) return []
      const own = [...new Set(day.posts.map(({ storeId }) => storeId))]
      const known = own.flatMap((storeId) => volumes.get(storeId) ?? [])
      const statusOf = (shift: string) =>
        logs.find((log) => log.staffId === id && log.shift === shift)?.status
      return {
        id,
        name,
        shifts: day.shifts,
        stores: own.flatMap((storeId) => stores.get(storeId) ?? []),
        dailyVolume: known.length === 0 ? null : Math.round(known.reduce((sum, volume) => sum + volume, 0)),
        logs: day.owed.map((shift) => ({ shift, status: statusOf(shift) ?? null, due: isOver(shift) })),
      }
    }),
    resting: named.filter(({ day }) => day?.rests).map(({ id, name }) => ({ id, name })),
    onLeave: named
      .filter(({ day }) => day?.leave.morning && day.leave.afternoon)
      .map(({ id, name }) => ({ id, name })),
  }
}
