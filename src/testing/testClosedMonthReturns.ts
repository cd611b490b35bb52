import type { Caller } from './testApp.ts'
import { assertDone } from './testClosedMonth.ts'
import type { Attempt } from './testClosedMonthPaths.ts'
import type { ImportWorld } from './testImports.ts'

/** Returns to service and departures from the company, on a day in April. */
export async function returnPaths({ as, clock, staffId, storeId }: ImportWorld): Promise<Attempt[]> {
  const admin = as('admin')
  const { customerId } = (await admin.get(`/api/stores/${storeId('晨曦家居旗舰店')}`)).data
  const store = async (name: string, more: object) => {
    const made = await admin.post('/api/stores', { customerId, platform: 'vip', name, ...more })
    assertDone(made, name)
    return made.data
  }
  const serving = { status: 'serving', onlineOn: '2026-04-02' }
  const step = async (path: string, verb: string, more: object) => {
    const { version } = (await admin.get(path)).data
    return admin.post(`${path}/${verb}`, { version, ...more })
  }
  const done = async (path: string, verb: string, more: object) => {
    const answer = await step(path, verb, more)
    assertDone(answer, `${path} ${verb}`)
    return answer.data
  }
  const stop = { stoppedOn: '2026-04-10', reason: 'price' }
  const today = clock.now
  clock.now = new Date('2026-04-08T04:00:00Z')
  const pending = await store('还没上线的店', {})
  // Created and stopped in April: it never served, so there is no churn record by which it could be won back.
  const never = await store('没上线就停的店', {})
  await done(`/api/stores/${never.id}`, 'stop', { ...stop, stoppedOn: '2026-04-08' })
  clock.now = today
  const { churnRecordId } = await done(`/api/stores/${(await store('四月停的店', serving)).id}`, 'stop', stop)
  const lost = await lostMerchant(admin)
  const back = { wonBackOn: '2026-04-20' }
  const contract = { contractStartOn: '2026-04-20', contractEndOn: '2027-04-19' }
  const pricing = { model: 'fixed', monthlyCents: 300_000 }
  const made = await admin.post('/api/staff', { username: 'finance-b', name: '新财务', role: 4 })
  assertDone(made, 'person')
  const person = made.data.staff.id
  const agent = staffId('agent3')
  return [
    {
      route: 'POST /api/stores/:id/go-live',
      call: () => step(`/api/stores/${pending.id}`, 'go-live', { onlineOn: '2026-04-20', pricing }),
    },
    {
      route: 'POST /api/stores/:id/restore',
      call: () => step(`/api/stores/${never.id}`, 'restore', { on: '2026-04-20' }),
    },
    {
      route: 'POST /api/churn-records/:id/win-back',
      call: () => step(`/api/churn-records/${churnRecordId}`, 'win-back', back),
    },
    {
      route: 'POST /api/customers/:id/win-back',
      call: () =>
        step(`/api/customers/${lost.id}`, 'win-back', { ...back, ...contract, storeIds: [lost.storeId] }),
    },
    {
      route: 'POST /api/staff/:id/leave',
      call: () =>
        step(`/api/staff/${agent}`, 'leave', {
          leftOn: '2026-04-10',
          choices: [
            { kind: 'assignment', toId: null },
            { kind: 'nick', toId: null },
          ],
        }),
    },
    {
      route: 'POST /api/staff/:id/leave',
      call: () => step(`/api/staff/${person}`, 'leave', { leftOn: '2026-04-10', choices: [] }),
    },
  ]
}

/** Creates a customer that was lost on a day in April, with its store. */
async function lostMerchant(admin: Caller): Promise<{ id: number; storeId: number }> {
  const contract = { contractStartOn: '2026-04-01', contractEndOn: '2027-03-31' }
  const made = await admin.post('/api/customers', { name: '四月走的客户', status: 'active', ...contract })
  assertDone(made, 'customer')
  const { id } = made.data
  const store = await admin.post('/api/stores', {
    customerId: id,
    platform: 'vip',
    name: '随客户走的店',
    status: 'serving',
    onlineOn: '2026-04-02',
  })
  assertDone(store, 'store')
  const record = await admin.post('/api/churn-records', { customerId: id, detectedOn: '2026-04-08' })
  assertDone(record, 'risk')
  const lost = { version: record.data.version, stopOn: '2026-04-10', reason: 'price' }
  assertDone(await admin.post(`/api/churn-records/${record.data.id}/confirm`, lost), 'loss')
  return { id, storeId: store.data.id }
}
