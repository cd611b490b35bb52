import type { Day } from '#kit/calendar.ts'
import type { Candidate } from '#operations/duty/contract.ts'
import type { PersonDay } from '#operations/duty/rules.ts'

/** A store's shift on some days that needs somebody. */
export interface OpenDays {
  storeId: number
  shift: string
  days: readonly Day[]
  /**
   * Whether a stand-in would take somebody's place: then the stand-in is on duty whatever the roster says. If not, the
   * roster must have the shift, or no plan for the week.
   */
  replaces: boolean
}

/** How often a person stood in at a store; a person without a row was never assigned to it. */
export interface Experience {
  staffId: number
  storeId: number
  stoodIn: number
}

/** What candidates are compared by. */
export interface CandidateFacts {
  people: readonly { id: number; name: string }[]
  duty: readonly PersonDay[]
  experience: readonly Experience[]
  /** Mean daily volume of stores; stores without figures are absent. */
  volumes: ReadonlyMap<number, number>
}

/** Maximum number of candidates per store and shift. */
const MAX_CANDIDATES = 5

/** Whether a person can stand in on a day at all: present, and not at this store in this shift already. */
function isAvailable({ leave, posts, planned, shifts }: PersonDay, open: OpenDays): boolean {
  if (leave.morning || leave.afternoon) return false
  if (posts.some(({ storeId, shift }) => storeId === open.storeId && shift === open.shift)) return false
  return open.replaces || !planned || shifts.includes(open.shift)
}

const postsIn = ({ posts }: PersonDay, shift: string) => posts.filter((post) => post.shift === shift)

/** Returns what speaks for and against a person; null if the person is available on none of the days. */
function candidateOf(
  person: { id: number; name: string },
  open: OpenDays,
  days: readonly PersonDay[],
  { experience, volumes }: CandidateFacts,
): Candidate | null {
  const available = days.filter((day) => isAvailable(day, open))
  if (available.length === 0) return null
  const past = experience.find((row) => row.staffId === person.id && row.storeId === open.storeId)
  const loads = available.map((day) => {
    const stores = new Set(postsIn(day, open.shift).map(({ storeId }) => storeId))
    return { stores: stores.size, volume: volumeOf(stores, volumes) }
  })
  return {
    staffId: person.id,
    name: person.name,
    awayDays: open.days.length - available.length,
    busyDays: available.filter(({ shifts }) => shifts.includes(open.shift)).length,
    otherDays: available.filter(({ shifts }) => shifts.length > 0 && !shifts.includes(open.shift)).length,
    restDays: available.filter(({ rests }) => rests).length,
    stores: Math.max(...loads.map(({ stores }) => stores)),
    dailyVolume: loads.reduce<number | null>(
      (most, { volume }) => (volume === null ? most : Math.max(most ?? 0, volume)),
      null,
    ),
    stoodIn: past?.stoodIn ?? 0,
    knowsStore: past !== undefined,
  }
}

/** Σ of the known volumes, rounded; null if none is known. */
function volumeOf(storeIds: Iterable<number>, volumes: ReadonlyMap<number, number>): number | null {
  const known = [...storeIds].flatMap((id) => volumes.get(id) ?? [])
  return known.length === 0 ? null : Math.round(known.reduce((sum, volume) => sum + volume, 0))
}

/** Days on which the person would have to come in addition: on a rest, or after another shift. */
const extraDays = ({ otherDays, restDays }: Candidate) => otherDays + restDays

/**
 * Returns the best candidates first: available on the most days, then coming in addition on the fewest, in the shift
 * anyway on the most, who have stood in at the store, who know it, and who cover the fewest stores in the shift.
 */
export function candidatesFor(open: OpenDays, facts: CandidateFacts): Candidate[] {
  const days = new Set(open.days)
  const byPerson = Map.groupBy(
    facts.duty.filter(({ on }) => days.has(on)),
    ({ staffId }) => staffId,
  )
  return facts.people
    .flatMap((person) => candidateOf(person, open, byPerson.get(person.id) ?? [], facts) ?? [])
    .sort(
      (a, b) =>
        a.awayDays - b.awayDays ||
        extraDays(a) - extraDays(b) ||
        b.busyDays - a.busyDays ||
        Number(b.stoodIn > 0) - Number(a.stoodIn > 0) ||
        Number(b.knowsStore) - Number(a.knowsStore) ||
        a.stores - b.stores ||
        a.staffId - b.staffId,
    )
    .slice(0, MAX_CANDIDATES)
}

/** Whether a candidate may be proposed: available on every day, without a day of rest or a second shift. */
export const isProposable = (candidate: Candidate) => candidate.awayDays === 0 && extraDays(candidate) === 0
