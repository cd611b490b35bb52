import assert from 'node:assert/strict'
import {
  assertAgreed,
  contractFrom,
  type Model,
  ModelCommand,
  type ModelCustomer,
  type ModelStore,
  pick,
  REASONS,
  sendStep,
  todayOf,
  type World,
} from './testLifecycle.ts'

export function openRecord(kind: 'customer' | 'store', at: number): ModelCommand {
  return new ModelCommand(`open a record of ${kind} ${at}`, async (model, world) => {
    const subject = kind === 'customer' ? pick(model.customers, at) : pick(model.stores, at)
    if (!subject) return
    const input = { [`${kind}Id`]: subject.id, detectedOn: todayOf(world) }
    const answer = await world.as('admin').post('/api/churn-records', input)
    const allowed = subject.record === null && subject.status !== 'pending'
    if (assertAgreed(answer, allowed, 'open')) subject.record = { id: answer.data.id, status: 'retaining' }
  })
}

interface RecordStep {
  kind: 'customer' | 'store'
  at: number
  stale: boolean
}

/** The open record that a command refers to, and its customer or store. */
function recordAt(model: Model, { kind, at }: RecordStep) {
  const all: (ModelCustomer | ModelStore)[] = kind === 'customer' ? model.customers : model.stores
  const subject = pick(
    all.filter(({ record }) => record !== null),
    at,
  )
  return subject?.record ? { subject, record: subject.record } : undefined
}

export function confirm(of: RecordStep, why: number): ModelCommand {
  return new ModelCommand(`confirm ${of.kind} ${of.at}${of.stale ? ' stale' : ''}`, async (model, world) => {
    const found = recordAt(model, of)
    if (!found) return
    const { record, subject } = found
    const input = { stopOn: todayOf(world), reason: pick(REASONS, why) }
    const path = `/api/churn-records/${record.id}/confirm`
    const allowed = record.status === 'retaining'
    const step = { table: 'churnRecord', id: record.id, path, input, allowed, stale: of.stale } as const
    if (!(await sendStep(world, step))) return
    record.status = 'churned'
    if ('customer' in subject) subject.status = 'stopped'
    else await loseCustomer(model, world, subject)
  })
}

/** Losing a customer stops its live stores; each store that was served gets a record of its own. */
async function loseCustomer(model: Model, { db }: World, customer: ModelCustomer): Promise<void> {
  customer.status = 'churned'
  for (const store of model.stores) {
    if (store.customer !== customer || store.status === 'stopped') continue
    const open = await db
      .selectFrom('churnRecord')
      .select(['id', 'status'])
      .where('storeId', '=', store.id)
      .where('status', 'in', ['retaining', 'churned'])
      .executeTakeFirst()
    if (store.status === 'pending') assert.equal(open, undefined)
    else {
      assert.equal(open?.status, 'churned')
      store.record = { id: open.id, status: 'churned' }
    }
    store.status = 'stopped'
  }
}

export function cancel(of: RecordStep): ModelCommand {
  return new ModelCommand(`cancel ${of.kind} ${of.at}${of.stale ? ' stale' : ''}`, async (model, world) => {
    const found = recordAt(model, of)
    if (!found) return
    const { record, subject } = found
    const over = subject.status === 'stopped' || subject.status === 'churned'
    const path = `/api/churn-records/${record.id}/cancel`
    const step = {
      table: 'churnRecord',
      id: record.id,
      path,
      input: { note: '谈妥' },
      stale: of.stale,
    } as const
    if (await sendStep(world, { ...step, allowed: record.status === 'retaining' && !over }))
      subject.record = null
  })
}

export function winBack(of: RecordStep, withStores: boolean): ModelCommand {
  return new ModelCommand(
    `win back ${of.kind} ${of.at}${withStores ? ' with stores' : ''}`,
    async (model, world) => {
      const found = recordAt(model, of)
      if (!found) return
      const { record, subject } = found
      const isStore = 'customer' in subject
      const returning = model.stores.filter(
        ({ customer, status, record: storeRecord }) =>
          withStores && customer === subject && status === 'stopped' && storeRecord?.status !== 'retaining',
      )
      const day = todayOf(world)
      const extra = { ...contractFrom(day), storeIds: returning.map(({ id }) => id) }
      const input = { wonBackOn: day, ...(!isStore && extra) }
      const path = `/api/churn-records/${record.id}/win-back`
      const allowed = record.status === 'churned' && !(isStore && subject.customer.status === 'churned')
      const step = { table: 'churnRecord', id: record.id, path, input, allowed, stale: of.stale } as const
      if (!(await sendStep(world, step))) return
      subject.record = null
      subject.status = isStore ? 'serving' : 'active'
      for (const store of isStore ? [] : returning) Object.assign(store, { status: 'serving', record: null })
    },
  )
}
