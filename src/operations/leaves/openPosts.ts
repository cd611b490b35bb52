import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findExperience, findVolumes } from '#operations/duty/candidates/queries.ts'
import { candidatesFor } from '#operations/duty/candidates/rules.ts'
import { findDuty, findDutyFacts } from '#operations/duty/queries.ts'
import { beatsShift, type DutyFacts, dutyOf, leaveOn } from '#operations/duty/rules.ts'
import type { OpenPost } from './contract.ts'
import { findStoreNames, findTeamMates, type LeaveRow } from './queries.ts'

/** A store and shift that a leave leaves uncovered on some days. */
interface OpenDays {
  storeId: number
  shift: string
  days: string[]
}

/** The stores and shifts that the person would cover during the leave if nobody stood in, by days. */
function openDays(facts: DutyFacts, leave: LeaveRow): OpenDays[] {
  const others = facts.leaves.filter(
    ({ staffId, fromOn }) => staffId !== leave.staffId || fromOn !== leave.fromOn,
  )
  const span = { from: leave.fromOn, to: leave.toOn }
  const startsOf = new Map(facts.shifts.map(({ code, starts }) => [code, starts]))
  const found = new Map<string, OpenDays>()
  for (const { staffId, on, posts } of dutyOf({ ...facts, leaves: others }, span)) {
    if (staffId !== leave.staffId) continue
    const halves = leaveOn([leave], on)
    for (const { storeId, shift } of posts) {
      if (!beatsShift(halves, startsOf.get(shift) ?? 0)) continue
      const key = `${storeId} ${shift}`
      const post = found.get(key) ?? { storeId, shift, days: [] }
      post.days.push(on)
      found.set(key, post)
    }
  }
  return [...found.values()]
}

/** Returns how many days of a leave the roster has as rests. */
export async function countRestDays(
  db: Database,
  {
    companyCode,
    staffId,
    fromOn: from,
    toOn: to,
  }: Pick<LeaveRow, 'companyCode' | 'staffId' | 'fromOn' | 'toOn'>,
): Promise<number> {
  const days = await findDuty(db, { companyCode, from, to, staffIds: [staffId] })
  return days.filter(({ rests }) => rests).length
}

/** Returns the stores and shifts that a leave leaves uncovered, and who of the team could stand in. */
export async function findOpenPosts(db: Database, leave: LeaveRow, today: Day): Promise<OpenPost[]> {
  const { companyCode, staffId, fromOn: from, toOn: to } = leave
  const people = await findTeamMates(db, leave)
  const staffIds = [staffId, ...people.map(({ id }) => id)]
  const facts = await findDutyFacts(db, { companyCode, from, to, staffIds })
  const duty = dutyOf(facts, { from, to })
  const open = openDays(facts, leave)
  const names = await findStoreNames(db, [...new Set(open.map(({ storeId }) => storeId))])
  const storeIds = [...new Set(duty.flatMap(({ posts }) => posts.map((post) => post.storeId)))]
  const experience = await findExperience(db, { staffIds, storeIds: [...names.keys()] })
  const volumes = await findVolumes(db, storeIds, today)
  return open.map((post) => ({
    ...post,
    storeName: names.get(post.storeId) ?? '',
    candidates: candidatesFor({ ...post, replaces: true }, { people, duty, experience, volumes }),
  }))
}
