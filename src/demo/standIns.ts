import { addDays, daysFrom, mondayOf } from '#kit/calendar.ts'
import { AGENT_ACCOUNT } from './agentAccount.ts'
import { type LeaveRow, MATE, ON_LEAVE } from './leaves.ts'
import type { DemoPerson } from './people.ts'
import type { RosterRow } from './rosters.ts'
import type { Service } from './service.ts'
import { demoShifts, shiftMates } from './shifts.ts'

interface Facts {
  people: readonly DemoPerson[]
  services: readonly Service[]
  rosters: readonly RosterRow[]
  leaves: readonly LeaveRow[]
  today: string
}

/** The row of a stand-in, for days in a row of one store. */
interface StandInRow {
  companyCode: string
  storeId: number
  staffId: number
  insteadOf: number | null
  leaveId: number | null
  duty: 'substitute'
  shift: string
  sharePercent: number
  fromOn: string
  toOn: string
  createdBy: number
  updatedBy: number
}

const isOn = ({ fromOn, toOn }: { fromOn: string; toOn: string | null }, on: string) =>
  fromOn <= on && (toOn === null || toOn >= on)

const runs = (service: Service, on: string) =>
  isOn(service, on) && (service.store.status === 'serving' || service.store.status === 'trial')

/** Whether a person rests or is on leave on a day. */
function absences({ rosters, leaves }: Facts): (staffId: number, on: string) => boolean {
  const rests = rosters.filter(({ shift }) => shift === 'rest' || shift === 'leave')
  const approved = leaves.filter(({ status }) => status === 'approved')
  const days = new Set([
    ...rests.map(({ staffId, onDay }) => `${staffId} ${onDay}`),
    ...approved.flatMap(({ staffId, fromOn, toOn }) =>
      daysFrom(fromOn, toOn).map((day) => `${staffId} ${day}`),
    ),
  ])
  return (staffId, on) => days.has(`${staffId} ${on}`)
}

/**
 * Stand-ins for everybody who rests or is on leave, in the last week, this one and the next, so that every store is
 * covered; except one store on the day of the leave. And a helper for a day in a shift that the roster does not have.
 */
export function standInRows(facts: Facts): StandInRow[] {
  const monday = mondayOf(facts.today)
  const days = daysFrom(addDays(monday, -7), addDays(monday, 13))
  const isAbsent = absences(facts)
  const rows: StandInRow[] = []
  for (const service of facts.services.filter((one) => one !== uncovered(facts)?.service)) {
    for (const on of days) {
      const mate = standInOn(service, facts, { on, isAbsent })
      // Two people of a store may be away on the same day: one stand-in is enough for both.
      const isThere = rows.some(
        (row) => row.storeId === service.store.id && row.staffId === mate?.id && isOn(row, on),
      )
      if (mate && !isThere) append(rows, rowOf(service, mate, facts, on))
    }
  }
  const left = uncovered(facts)
  const others = left ? restsOnly(left.service, facts, { days, isAbsent, leaveId: left.leaveId }) : []
  return [...rows, ...others, ...helperRows(facts, rows)]
}

/** The store that the leave of the account `head`'s team leaves uncovered. */
function uncovered({ services, leaves, people }: Facts) {
  const [leave] = leaves
  const person = people.find(({ name }) => name === ON_LEAVE)
  const service = services.find((one) => one.staff.id === person?.id && leave && runs(one, leave.fromOn))
  return service && leave ? { service, leaveId: leave.id } : null
}

interface Absences {
  on: string
  isAbsent: (staffId: number, on: string) => boolean
}

/** Who takes a store for its agent on a day; nobody if the agent is there, or another one of the same shift. */
function standInOn(
  service: Service,
  { people, services }: Facts,
  { on, isAbsent }: Absences,
): DemoPerson | undefined {
  const { store, staff } = service
  if (!runs(service, on) || !isAbsent(staff.id, on)) return undefined
  const mates = shiftMates(people, staff)
  const ids = new Set(mates.map(({ id }) => id))
  const serving = services.filter((one) => one.store.id === store.id && runs(one, on))
  const covers = serving.some((one) => ids.has(one.staff.id) && !isAbsent(one.staff.id, on))
  if (covers) return undefined
  const free = mates.filter(({ id }) => !isAbsent(id, on) && !serving.some((one) => one.staff.id === id))
  const others = free.filter(({ username }) => username !== AGENT_ACCOUNT.username)
  const choice = others.length > 0 ? others : free
  return choice[store.id % choice.length]
}

/** The stand-ins of a store without those for the leave. */
function restsOnly(
  service: Service,
  facts: Facts,
  { days, isAbsent, leaveId }: { days: readonly string[]; isAbsent: Absences['isAbsent']; leaveId: number },
): StandInRow[] {
  const rows: StandInRow[] = []
  for (const on of days) {
    const mate = standInOn(service, facts, { on, isAbsent })
    const row = mate && rowOf(service, mate, facts, on)
    if (row && row.leaveId !== leaveId) append(rows, row)
  }
  return rows
}

/** Adds a row, or extends the row before it if that ends the day before. */
function append(rows: StandInRow[], row: StandInRow): void {
  const last = rows.at(-1)
  const follows =
    last?.storeId === row.storeId &&
    last.staffId === row.staffId &&
    last.leaveId === row.leaveId &&
    last.insteadOf === row.insteadOf &&
    addDays(last.toOn, 1) === row.fromOn
  if (follows) last.toOn = row.toOn
  else rows.push(row)
}

function rowOf({ store, staff, headId }: Service, mate: DemoPerson, facts: Facts, on: string): StandInRow {
  const leave = facts.leaves.find(
    (one) => one.status === 'approved' && one.staffId === staff.id && isOn(one, on),
  )
  return {
    companyCode: store.companyCode,
    storeId: store.id,
    staffId: mate.id,
    insteadOf: staff.id,
    leaveId: leave?.id ?? null,
    duty: 'substitute',
    shift: demoShifts(facts.people)(staff.id),
    sharePercent: 0,
    fromOn: on,
    toOn: on,
    createdBy: headId,
    updatedBy: headId,
  }
}

/**
 * The contradiction: a mate was asked to help at a store of the account `agent` in the midday shift for a day, but the
 * roster still has the morning.
 */
function helperRows(facts: Facts, taken: readonly StandInRow[]): StandInRow[] {
  const { people, services, rosters, today } = facts
  const mate = people.find(({ name }) => name === MATE)
  if (!mate) return []
  const worked = rosters
    .filter(
      ({ staffId, onDay, shift }) => staffId === mate.id && onDay >= mondayOf(today) && shift !== 'rest',
    )
    .map(({ onDay }) => onDay)
  const isBusyAt = (storeId: number, on: string) =>
    services.some(({ store, staff }) => store.id === storeId && staff.id === mate.id) ||
    taken.some((row) => row.storeId === storeId && row.staffId === mate.id && isOn(row, on))
  // A coming day, if the mate does not stand in at all of the stores on it; else the latest one.
  const days = [...worked.filter((day) => day > today), ...worked.filter((day) => day <= today).reverse()]
  const places = days.flatMap((on) =>
    services
      .filter((one) => one.staff.username === AGENT_ACCOUNT.username && runs(one, on))
      .filter((one) => !isBusyAt(one.store.id, on))
      .map((service) => ({ service, on })),
  )
  const [place] = places
  if (!place) throw new Error('the demo has no day for its contradiction')
  const { service, on } = place
  return [{ ...rowOf(service, mate, facts, on), insteadOf: null, leaveId: null, shift: 'middle' }]
}
