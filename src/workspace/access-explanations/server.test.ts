import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { Verdict } from './contract.ts'

const { as, db } = await testApp(seedWorld)

const people = await db.selectFrom('staff').select(['id', 'username']).execute()
const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? 0
const LISTS = { staff: '/api/staff', customer: '/api/customers', store: '/api/stores' } as const
type Entity = keyof typeof LISTS

const explained = async (who: string, entity: Entity, recordId: number, staffId: number) =>
  as(who).get(`/api/access-explanations?entity=${entity}&recordId=${recordId}&staffId=${staffId}`)

const verdict = (verdicts: Verdict[], action: string) => verdicts.find((one) => one.act === action)

for (const entity of ['staff', 'customer', 'store'] as const) {
  test(`the verdict on reading a ${entity} matches the API, for every person and record`, async () => {
    const records = await db.selectFrom(entity).select('id').execute()
    for (const { id: staffId, username } of people) {
      for (const { id } of records) {
        const { data } = await explained('admin', entity, id, staffId)
        const { status } = await as(username).get(`${LISTS[entity]}/${id}`)
        assert.equal(verdict(data.verdicts, 'read')?.allowed, status === 200, `${username} ${entity} ${id}`)
      }
    }
  })
}

test('the response contains the deciding fact and the names of the people in charge', async () => {
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('name', '=', '晨曦家居旗舰店')
    .executeTakeFirstOrThrow()
  const of = async (username: string) => (await explained('admin', 'store', store.id, idOf(username))).data
  const because = async (username: string, action: string) =>
    verdict((await of(username)).verdicts, action)?.because
  assert.equal(await because('head', 'read'), 'team')
  assert.equal(await because('head2', 'read'), 'notTeam')
  assert.equal(await because('agent', 'read'), 'assigned')
  assert.equal(await because('agent', 'update'), 'noPermission')
  assert.equal(await because('sales', 'update'), 'owner')
  assert.equal(await because('sales2', 'read'), 'notOwn')
  assert.equal(await because('finance', 'assign'), 'noPermission')
  assert.equal(await because('admin2', 'read'), 'otherCompany')
  const { ownerName, headNames, agentNames } = await of('head')
  assert.deepEqual([ownerName, headNames, agentNames], ['何立', ['陈思雨'], ['周小禾']])
})

test('a disabled person may do nothing; role 2 may not read a stopped store', async () => {
  const stopped = await db
    .selectFrom('store')
    .select('id')
    .where('status', '=', 'stopped')
    .executeTakeFirstOrThrow()
  const ofHead = await explained('admin', 'store', stopped.id, idOf('head'))
  assert.equal(verdict(ofHead.data.verdicts, 'read')?.because, 'stopped')
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'finance').execute()
  const ofFinance = await explained('admin', 'store', stopped.id, idOf('finance'))
  assert.equal(verdict(ofFinance.data.verdicts, 'read')?.because, 'notActive')
})

test('only admins get explanations, for records and people within their reach', async () => {
  const [ownStore] = await db.selectFrom('store').select('id').where('companyCode', '=', '001').execute()
  const id = ownStore?.id ?? 0
  assert.equal((await explained('head', 'store', id, idOf('agent'))).status, 403)
  assert.equal((await explained('admin2', 'store', id, idOf('sales-b'))).status, 404)
  const [foreign] = await db.selectFrom('store').select('id').where('companyCode', '=', '002').execute()
  assert.equal((await explained('admin2', 'store', foreign?.id ?? 0, idOf('agent'))).status, 404)
  assert.equal((await explained('admin', 'store', id, 0)).status, 400)
})
