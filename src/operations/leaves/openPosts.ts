import type { Database } from '#db/connect.ts'
import { findDuty, findDutyFacts } from '#operations/duty/queries.ts'
import { beatsShift, type DutyFacts, dutyOf, leaveOn, type PersonDay } from '#operations/duty/rules.ts'
import type { Candidate, OpenPost } from './contract.ts'
import { findExperience, findStoreNames, findTeamMates, type LeaveRow } from './queries.ts'
import { bestCandidates } from './rules.ts'

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

/** What speaks for and against a person standing in. */
function candidateOf(
  person: { id: number; name: string },
  post: OpenDays,
  duty: readonly PersonDay[],
  experience: readonly { staffId: number; storeId: number; stoodIn: number }[],
): Candidate {
  const days = duty.filter(({ staffId, on }) => staffId === person.id && post.days.includes(on))
  const isFree = ({ shifts, leave }: PersonDay) =>
    !shifts.includes(post.shift) && !leave.morning && !leave.afternoon
  const past = experience.find(({ staffId, storeId }) => staffId === person.id && storeId === post.storeId)
  return {
    staffId: person.id,
    name: person.name,
    busyDays: post.days.length - days.filter(isFree).length,
    restDays: days.filter(({ rests }) => rests).length,
    stores: Math.max(0, ...days.map(({ posts }) => new Set(posts.map(({ storeId }) => storeId)).size)),
    stoodIn: past?.stoodIn ?? 0,
    knowsStore: past !== undefined,
  }
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
export async function findOpenPosts(db: Database, leave: LeaveRow): Promise<OpenPost[]> {
  const { companyCode, staffId, fromOn: from, toOn: to } = leave
  const mates = await findTeamMates(db, leave)
  const staffIds = [staffId, ...mates.map(({ id }) => id)]
  const facts = await findDutyFacts(db, { companyCode, from, to, staffIds })
  const duty = dutyOf(facts, { from, to })
  const open = openDays(facts, leave)
  const storeIds = [...new Set(open.map((post) => post.storeId))]
  const names = await findStoreNames(db, storeIds)
  const experience = await findExperience(db, { staffIds, storeIds })
  return open.map((post) => ({
    ...post,
    storeName: names.get(post.storeId) ?? '',
    candidates: bestCandidates(
      mates.map((mate) => candidateOf(mate, post, duty, experience)),
      post.days.length,
    ),
  }))
}
