import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { addDays, dayOf } from '#kit/calendar.ts'
import type { Answer, TestApp } from './testApp.ts'

/** An open churn record in the model. */
interface OpenRecord {
  id: number
  status: 'retaining' | 'churned'
}

export interface ModelCustomer {
  id: number
  status: 'trial' | 'active' | 'paused' | 'churned'
  record: OpenRecord | null
}

export interface ModelStore {
  id: number
  customer: ModelCustomer
  status: 'pending' | 'trial' | 'serving' | 'paused' | 'stopped'
  record: OpenRecord | null
}

/** The expected state of the world, derived from the state machines of domain.md alone. */
export interface Model {
  customers: ModelCustomer[]
  stores: ModelStore[]
  /** Merges that were not undone: the removed customer, and the stores that moved with it. */
  merges: { id: number; other: ModelCustomer; stores: ModelStore[] }[]
}

/** The program under test, and the staff that the commands use. */
export interface World extends TestApp {
  /** Asserts what must hold after every command. */
  check: () => Promise<void>
  agents: number[]
  owners: number[]
}

/** A command: its name in a failing case, and its effect on model and world. */
export class ModelCommand implements fc.AsyncCommand<Model, World> {
  readonly name: string
  readonly work: (model: Model, world: World) => Promise<void>

  constructor(name: string, work: ModelCommand['work']) {
    this.name = name
    this.work = work
  }

  check(): boolean {
    return true
  }

  async run(model: Model, world: World): Promise<void> {
    await nextDay(world)
    await this.work(model, world)
    await world.check()
  }

  toString(): string {
    return this.name
  }
}

/** Every command runs one day after the last one; the sessions stay valid. */
async function nextDay({ clock, db }: World): Promise<void> {
  clock.now = new Date(clock.now.getTime() + 86_400_000)
  await db.updateTable('session').set({ seenAt: clock.now, createdAt: clock.now }).execute()
}

export const todayOf = ({ clock }: World) => dayOf(clock.now)

let nameCount = 0

/** A name that no other record has. */
export function uniqueName(word: string): string {
  nameCount += 1
  return `${word}${nameCount}`
}

type Numbered = 'customer' | 'store' | 'churnRecord'

/** The current version of a record. */
export const versionOf = async ({ db }: World, table: Numbered, id: number): Promise<number> =>
  (await db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

/** Asserts that the response is what the model expects: done, or refused because of a state. Returns `allowed`. */
export function assertAgreed(answer: Answer, allowed: boolean, what: string): boolean {
  const description = `${what}: ${answer.status} ${answer.body.errorCode ?? ''} ${answer.body.errorMessage ?? ''}`
  if (allowed) assert.equal(answer.status, 200, description)
  else {
    assert.equal(answer.status, 409, description)
    assert.match(answer.body.errorCode ?? '', /^(WRONG_STATE|CONFLICT)$/, description)
  }
  return allowed
}

interface Step {
  table: Numbered
  id: number
  path: string
  input: object
  allowed: boolean
  stale: boolean
}

/** Sends a step with the current version, or with a wrong one, which must give STALE whatever else is wrong. */
export async function sendStep(
  world: World,
  { table, id, path, input, allowed, stale }: Step,
): Promise<Answer | null> {
  const version = (await versionOf(world, table, id)) + (stale ? 1 : 0)
  const answer = await world.as('admin').post(path, { ...input, version })
  if (stale) {
    assert.deepEqual([answer.status, answer.body.errorCode], [409, 'STALE'], path)
    return null
  }
  return assertAgreed(answer, allowed, path) ? answer : null
}

const CONTRACT_DAYS = 3_000
const PRICE = { model: 'fixed', monthlyCents: 310_000 }
export const REASONS = ['price', 'season', 'in_house', 'service_quality'] as const

export const contractFrom = (day: string) => ({
  contractStartOn: day,
  contractEndOn: addDays(day, CONTRACT_DAYS),
})

export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

export function createCustomer(active: boolean): ModelCommand {
  return new ModelCommand(`create customer ${active ? 'active' : 'trial'}`, async (model, world) => {
    const status = active ? 'active' : 'trial'
    const input = { name: uniqueName('模型客户'), status, ...(active && contractFrom(todayOf(world))) }
    const answer = await world.as('sales').post('/api/customers', input)
    assertAgreed(answer, true, 'create customer')
    model.customers.push({ id: answer.data.id, status, record: null })
  })
}

const CUSTOMER_STEPS = {
  sign: { from: 'trial', to: 'active' },
  pause: { from: 'active', to: 'paused' },
  resume: { from: 'paused', to: 'active' },
} as const

export function customerStep(verb: keyof typeof CUSTOMER_STEPS, at: number, stale: boolean): ModelCommand {
  return new ModelCommand(`${verb} customer ${at}${stale ? ' stale' : ''}`, async (model, world) => {
    const customer = pick(model.customers, at)
    if (!customer) return
    const { from, to } = CUSTOMER_STEPS[verb]
    const extra = { sign: contractFrom(todayOf(world)), pause: { reason: '装修' }, resume: {} }[verb]
    const path = `/api/customers/${customer.id}/${verb}`
    const step = { table: 'customer', id: customer.id, path, input: extra, stale } as const
    if (await sendStep(world, { ...step, allowed: customer.status === from })) customer.status = to
  })
}

export function transfer(at: number, to: number): ModelCommand {
  return new ModelCommand(`transfer customer ${at} to ${to}`, async (model, world) => {
    const customer = pick(model.customers, at)
    if (!customer) return
    const input = { ids: [customer.id], ownerId: pick(world.owners, to), reason: '调整分工' }
    const answer = await world.as('admin').post('/api/customers/transfer', input)
    assert.equal(answer.status, 200, answer.body.errorMessage)
  })
}

export function createStore(at: number, status: 'pending' | 'trial' | 'serving'): ModelCommand {
  return new ModelCommand(`create store ${status} of ${at}`, async (model, world) => {
    const customer = pick(model.customers, at)
    if (!customer) return
    const day = todayOf(world)
    const days = { pending: {}, trial: { trialOn: day }, serving: { onlineOn: day } }[status]
    const base = { customerId: customer.id, platform: 'tmall', name: uniqueName('模型店铺') }
    const answer = await world.as('admin').post('/api/stores', { ...base, status, ...days })
    if (customer.status === 'churned') return assert.equal(answer.status, 400)
    assert.equal(answer.status, 200, answer.body.errorMessage)
    model.stores.push({ id: answer.data.id, customer, status, record: null })
  })
}

const STORE_STEPS = {
  trial: { from: ['pending'], to: 'trial', day: 'trialOn' },
  'go-live': { from: ['pending', 'trial'], to: 'serving', day: 'onlineOn' },
  pause: { from: ['serving'], to: 'paused', day: 'on' },
  resume: { from: ['paused'], to: 'serving', day: 'on' },
} as const

export function storeStep(verb: keyof typeof STORE_STEPS, at: number, stale: boolean): ModelCommand {
  return new ModelCommand(`${verb} store ${at}${stale ? ' stale' : ''}`, async (model, world) => {
    const store = pick(model.stores, at)
    if (!store) return
    const { from, to, day } = STORE_STEPS[verb]
    const allowed = (from as readonly string[]).includes(store.status)
    // Every other store goes live without a price.
    const isPriced = verb === 'go-live' && store.id % 2 === 0
    const input = { [day]: todayOf(world), ...(isPriced && { pricing: PRICE }) }
    const path = `/api/stores/${store.id}/${verb}`
    if (await sendStep(world, { table: 'store', id: store.id, path, input, allowed, stale }))
      store.status = to
  })
}

export function stopStore(at: number, why: number, stale: boolean): ModelCommand {
  return new ModelCommand(`stop store ${at}${stale ? ' stale' : ''}`, async (model, world) => {
    const store = pick(model.stores, at)
    if (!store) return
    const input = { stoppedOn: todayOf(world), reason: pick(REASONS, why) }
    const path = `/api/stores/${store.id}/stop`
    const allowed = store.status !== 'stopped'
    const answer = await sendStep(world, { table: 'store', id: store.id, path, input, allowed, stale })
    if (!answer) return
    const live = model.stores.filter(
      (other) => other !== store && other.customer === store.customer && other.status !== 'stopped',
    )
    assert.equal(answer.data.lastLiveStore, live.length === 0)
    const { churnRecordId } = answer.data
    assert.equal(churnRecordId === null, store.status === 'pending')
    if (churnRecordId !== null) store.record = { id: churnRecordId, status: 'churned' }
    store.status = 'stopped'
  })
}

export function restoreStore(at: number): ModelCommand {
  return new ModelCommand(`restore store ${at}`, async (model, world) => {
    const store = pick(model.stores, at)
    if (!store) return
    const allowed = store.status === 'stopped' && store.record === null && store.customer.status !== 'churned'
    const path = `/api/stores/${store.id}/restore`
    const input = { on: todayOf(world) }
    const step = { table: 'store', id: store.id, path, input, allowed, stale: false } as const
    if (await sendStep(world, step)) store.status = 'serving'
  })
}
