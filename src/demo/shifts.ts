import { ROLES } from '#access/permissions.ts'
import type { DemoPerson } from './people.ts'

/** Of larger teams, half work in the morning; the others and small teams share one shift, so that they can stand in. */
const SMALL_TEAM = 3

export type DemoShift = 'morning' | 'middle'

/** The active members of each team, by the id of the head. */
export function membersByHead(people: readonly DemoPerson[]): Map<number, DemoPerson[]> {
  const members = people.filter(
    ({ role, parentId, status }) => role === ROLES.agent && parentId !== null && status === 'active',
  )
  return Map.groupBy(members, ({ parentId }) => parentId ?? 0)
}

/** The shift of each active member: assignments and rosters both follow it. People without one work in the morning. */
export function demoShifts(people: readonly DemoPerson[]): (staffId: number) => DemoShift {
  const shifts = new Map<number, DemoShift>()
  for (const team of membersByHead(people).values()) {
    const early = team.length <= SMALL_TEAM ? team.length : Math.floor(team.length / 2)
    for (const [at, { id }] of team.entries()) shifts.set(id, at < early ? 'morning' : 'middle')
  }
  return (staffId) => shifts.get(staffId) ?? 'morning'
}

/** The members of a person's team who work in the same shift, in the order of the team; the person is one of them. */
export function shiftMates(people: readonly DemoPerson[], person: DemoPerson): DemoPerson[] {
  const shiftOf = demoShifts(people)
  const team = membersByHead(people).get(person.parentId ?? 0) ?? []
  return team.filter(({ id }) => shiftOf(id) === shiftOf(person.id))
}
