import { addDays, dayOf } from '#kit/calendar.ts'
import { retentionActionsOf } from './churnActions.ts'
import { type ChurnCase, churnCases } from './churnCases.ts'
import type { DemoCustomer } from './customers.ts'
import { bookedFrom } from './endings.ts'
import { feeOf } from './life.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'
import type { Service } from './service.ts'
import type { DemoStore } from './stores.ts'

interface World {
  people: readonly DemoPerson[]
  customers: readonly DemoCustomer[]
  stores: readonly DemoStore[]
  services: readonly Service[]
}

/** The demo's churn: records in every state over the last year, with measures, and snapshots of confirmed losses. */
export function churnRows(world: World, now: Date) {
  const today = dayOf(now)
  const cases = churnCases(world.customers, world.stores, today)
  return {
    records: cases.map((one, index) => recordRow(one, index + 1, today)),
    measures: cases
      .flatMap((one, index) => retentionActionsOf(one, index + 1, today))
      .map((row, index) => ({ id: index + 1, ...row })),
    snapshots: cases.flatMap((one, index) => (one.stopOn ? [snapshotRow(one, index + 1, world)] : [])),
  }
}

const noon = (day: string) => new Date(`${day}T04:00:00Z`)

function recordRow(one: ChurnCase, id: number, today: string) {
  const { customer, store, status, detectedOn, stopOn, wonBackOn, cancelledOn } = one
  const chance = random(`churn ${id}`)
  const expected = status === 'retaining' && chance.chance(0.5) ? addDays(today, chance.between(8, 40)) : null
  const takenOver = isTakenOver(one)
  const enteredOn = takenOver ? bookedFrom(today) : detectedOn
  const lastOn = takenOver ? enteredOn : (wonBackOn ?? cancelledOn ?? stopOn ?? detectedOn)
  return {
    id,
    companyCode: customer.companyCode,
    subject: store ? 'store' : 'customer',
    customerId: customer.id,
    storeId: store?.id ?? null,
    status,
    detectedOn,
    stopOn: stopOn ?? expected,
    confirmedOn: stopOn,
    wonBackOn,
    cancelledOn,
    takenOver,
    reason: one.reason,
    note: one.note,
    closingNote: one.closingNote,
    handlerId: customer.ownerId,
    createdAt: noon(enteredOn),
    createdBy: customer.ownerId,
    updatedAt: noon(lastOn),
    updatedBy: customer.ownerId,
  }
}

/** Whether the loss predates the books. */
const isTakenOver = ({ lost }: ChurnCase) => lost.length > 0 && lost.every(({ takenOver }) => takenOver)

function snapshotRow(one: ChurnCase, recordId: number, { people, services }: World) {
  const { customer, stopOn } = one
  const on = stopOn ?? one.detectedOn
  const activeServices = services.filter(
    ({ store, fromOn, toOn }) => one.lost.includes(store) && fromOn <= on && (toOn === null || toOn >= on),
  )
  const nameOf = (id: number | undefined) => people.find((person) => person.id === id)?.name ?? null
  const first = one.lost.flatMap(({ onlineOn }) => onlineOn ?? []).sort()[0] ?? on
  const agents = [...new Map(activeServices.map(({ staff }) => [staff.id, staff.name]))]
  const leaderId = activeServices[0]?.headId ?? null
  return {
    recordId,
    takenAt: noon(on),
    monthlyFeeCents: isTakenOver(one) ? null : one.lost.reduce((sum, store) => sum + feeOf(store), 0),
    tenureDays: (Date.parse(on) - Date.parse(first)) / 86_400_000 + 1,
    ownerId: customer.ownerId,
    ownerName: nameOf(customer.ownerId),
    leaderId,
    leaderName: leaderId && nameOf(leaderId),
    agents: agents.map(([id, name]) => ({ id, name })),
    stores: one.lost.map(({ id, name }) => ({ id, name })),
  }
}
