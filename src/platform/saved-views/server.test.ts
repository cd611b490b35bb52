import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_VIEWS } from './rules.ts'

const { as, db } = await testApp(seedWorld)

const path = '/api/saved-views'
const layout = { dense: true, shown: { code: true }, order: ['name', 'code'], pins: {} }
const view = { list: 'list.stores', name: '服务中', scope: 'personal', query: 'status=serving', look: layout }
const save = (who: string, more: object = {}) => as(who).post(path, { ...view, ...more })
const namesOf = async (who: string) => (await as(who).get(path)).data.map((one: { name: string }) => one.name)

test('views: a personal view is returned as saved, and only to its owner', async () => {
  const { status, data } = await save('sales')
  assert.equal(status, 200)
  const { id, version, ...rest } = data
  assert.deepEqual(rest, { ...view, ownerName: '何立', mine: true })
  assert.deepEqual((await as('sales').get(path)).data, [data])
  assert.deepEqual(await namesOf('sales2'), [])
  assert.deepEqual(await namesOf('admin'), [])
  assert.equal((await as('sales2').patch(`${path}/${id}`, { version, name: '我的' })).status, 404)
  assert.equal((await as('sales2').delete(`${path}/${id}`)).status, 404)
})

test('views: a head shares a view with their team only, and members cannot change it', async () => {
  const { data } = await save('head', { name: '本组停用前', scope: 'team' })
  for (const member of ['agent', 'agent3']) {
    const [shared] = (await as(member).get(path)).data
    assert.deepEqual([shared.name, shared.ownerName, shared.mine], ['本组停用前', '陈思雨', false])
  }
  for (const other of ['agent2', 'head2', 'sales2', 'admin2']) assert.deepEqual(await namesOf(other), [])
  const changed = await as('agent').patch(`${path}/${data.id}`, { version: data.version, query: '' })
  assert.deepEqual([changed.status, changed.body.errorCode], [403, 'FORBIDDEN'])
  assert.equal((await as('agent').delete(`${path}/${data.id}`)).status, 403)
})

test('views: an admin shares a view with their company only; other roles cannot delete it', async () => {
  const { data } = await save('admin2', { name: '全公司', scope: 'company' })
  assert.deepEqual(await namesOf('sales-b'), ['全公司'])
  for (const other of ['admin', 'finance', 'agent']) {
    assert.ok(!(await namesOf(other)).includes('全公司'), other)
  }
  assert.equal((await as('sales-b').delete(`${path}/${data.id}`)).status, 403)
  assert.equal((await as('admin').delete(`${path}/${data.id}`)).status, 404)
})

test('views: a user who is neither head nor admin cannot share a view', async () => {
  for (const [who, scope] of [
    ['agent', 'team'],
    ['agent', 'company'],
    ['head', 'company'],
    ['sales', 'team'],
    ['finance', 'company'],
    ['admin', 'team'],
  ] as const) {
    assert.equal((await save(who, { name: '共享', scope })).status, 403, `${who} ${scope}`)
  }
  const personal = (await save('agent2', { name: '自己的' })).data
  const answer = await as('agent2').patch(`${path}/${personal.id}`, {
    version: personal.version,
    scope: 'company',
  })
  assert.equal(answer.status, 403)
})

test('views: a shared view does not extend a user’s reach', async () => {
  const { id: storeId } = await db
    .selectFrom('customer')
    .select('id')
    .where('name', '=', '宏远数码')
    .executeTakeFirstOrThrow()
  const query = `customerId=${storeId}&status=stopped`
  await save('head', { name: '宏远', scope: 'team', query })
  const { data } = await as('agent').get(`/api/stores?${query}`)
  assert.deepEqual([data.items, data.total], [[], 0])
})

test('views: can be renamed, changed, shared and deleted; a stale change is refused', async () => {
  const { data } = await save('head2', { name: '一' })
  const url = `${path}/${data.id}`
  const renamed = await as('head2').patch(url, { version: data.version, name: '二', scope: 'team' })
  assert.deepEqual([renamed.data.name, renamed.data.scope], ['二', 'team'])
  assert.deepEqual(await namesOf('agent2'), ['自己的', '二'])
  const stale = await as('head2').patch(url, { version: data.version, name: '三' })
  assert.deepEqual([stale.status, stale.body.errorCode], [409, 'STALE'])
  const back = await as('head2').patch(url, { version: renamed.data.version, scope: 'personal' })
  assert.equal(back.data.scope, 'personal')
  assert.deepEqual(await namesOf('agent2'), ['自己的'])
  assert.equal((await as('head2').delete(url)).status, 200)
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'view')
    .where('recordId', '=', String(data.id))
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['create', 'update', 'update', 'remove'],
  )
})

test('views: a name is unique per list and audience', async () => {
  await save('finance', { name: '到期' })
  const { status, data } = await save('finance', { name: '到期' })
  assert.deepEqual([status, Object.keys(data.fields)], [409, ['name']])
  assert.equal((await save('finance', { name: '到期', list: 'list.customers' })).status, 200)
  assert.equal((await save('agent3', { name: '到期' })).status, 200)
})

test('views: an invalid list, query or layout, or a text that is too long, gets 400', async () => {
  for (const wrong of [
    { list: 'stores' },
    { list: 'list.' },
    { name: ' ' },
    { name: '长'.repeat(21) },
    { scope: 'all' },
    { query: '状态=1' },
    { query: 'x'.repeat(2_001) },
    { look: { ...layout, more: 1 } },
    { ownerId: 1 },
  ]) {
    assert.equal((await save('sales2', wrong)).status, 400, JSON.stringify(wrong).slice(0, 60))
  }
})

test('views: a person has at most 100 views', async () => {
  const { id } = await db
    .selectFrom('staff')
    .select(['id'])
    .where('username', '=', 'sales-b')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: MAX_VIEWS }, (_, n) => ({
    companyCode: '002',
    list: 'list.stores',
    name: `v${n}`,
    scope: 'personal' as const,
    ownerId: id,
    query: '',
    look: JSON.stringify(layout),
  }))
  await db.insertInto('savedView').values(rows).execute()
  const { status, body } = await save('sales-b')
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
})
