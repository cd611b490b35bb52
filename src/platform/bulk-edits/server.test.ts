import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { BATCH_SIZE } from './run.ts'

const { as, db, clock } = await testApp(seedWorld)

const row = async (table: 'store' | 'customer' | 'staff', name: string) =>
  db.selectFrom(table).selectAll().where('name', '=', name).executeTakeFirstOrThrow()
const idsOf = async (table: 'store' | 'customer' | 'staff', ...names: string[]) =>
  Promise.all(names.map(async (name) => (await row(table, name)).id))

/** Repeats the step until the edit reaches the state. */
async function until(who: string, id: number, step: 'check' | 'run' | 'undo', state: string, body = {}) {
  for (let round = 0; round < 20; round += 1) {
    const answer = await as(who).post(`/api/bulk-edits/${id}/${step}`, body)
    if (answer.status !== 200 || answer.data.state === state) return answer
  }
  throw new Error(`the edit never came to ${state}`)
}

async function begun(who: string, body: object): Promise<number> {
  const { status, data } = await as(who).post('/api/bulk-edits', body)
  assert.equal(status, 200)
  assert.equal((await until(who, data.id, 'check', 'ready')).status, 200)
  return data.id
}

const rowsOf = async (who: string, id: number, state = '') =>
  (await as(who).get(`/api/bulk-edits/${id}/rows?${state && `state=${state}`}`)).data.items

const refused = ({ status, body }: Answer) => [status, body.errorCode]

test('a preview reports how many records change and why others do not, without writing or logging', async () => {
  const { count } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  await db.updateTable('store').set({ seat: 'dedicated' }).where('name', '=', '星澜美妆').execute()
  const ids = await idsOf('store', '晨曦家居旗舰店', '星澜美妆', '恒月母婴')
  const id = await begun('sales', { entity: 'store', ids: [...ids, ...ids], changes: { seat: 'dedicated' } })
  const { data } = await as('sales').get(`/api/bulk-edits/${id}`)
  assert.deepEqual([data.counts.ready, data.counts.skipped, data.state], [1, 2, 'ready'])
  assert.deepEqual(
    (await rowsOf('sales', id, 'skipped')).map(({ problem }: { problem: string }) => problem),
    ['已经是这些值，不需要修改。', '记录不存在，或不在您可修改的范围内。'],
  )
  assert.equal((await row('store', '晨曦家居旗舰店')).seat, 'shared')
  const after = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(after.count, count)
  assert.equal((await as('sales').get('/api/bulk-edits')).data.total, 0)
})

test('run: each record has its own result and its own log line, marked as bulk', async () => {
  const ids = await idsOf('customer', '杭州晨曦家居有限公司', '宏远数码')
  const changes = { contractStartOn: '2026-01-01', contractEndOn: '2026-12-31' }
  const id = await begun('finance', { entity: 'customer', ids, changes })
  const { data } = await until('finance', id, 'run', 'done')
  assert.deepEqual([data.counts.done, data.counts.failed], [2, 0])
  assert.equal((await row('customer', '宏远数码')).contractEndOn, '2026-12-31')
  const log = await as('finance').get(`/api/audit-logs?entity=customer&recordId=${ids[1]}`)
  assert.equal(log.data.items[0].via, 'bulk')
  assert.deepEqual(log.data.items[0].changes.contractEndOn, [null, '2026-12-31'])
  assert.deepEqual(refused(await as('finance').post(`/api/bulk-edits/${id}/run`)), [409, 'WRONG_STATE'])
})

test('a record that breaks a rule is refused with the message of that rule', async () => {
  const ids = await idsOf('store', '晨曦家居旗舰店', '宏远数码京东自营店')
  const [stranger] = await idsOf('staff', '何立')
  const id = await begun('admin', { entity: 'store', ids, changes: { leaderId: stranger } })
  assert.deepEqual(
    (await rowsOf('admin', id)).map(({ state, problem }: { state: string; problem: string }) => [
      state,
      problem,
    ]),
    ids.map(() => ['skipped', '请选择本公司在职的组长。']),
  )
})

test('undo restores the previous values, with a log line of its own', async () => {
  const before = await row('store', '晨曦家居旗舰店')
  const ids = await idsOf('store', '晨曦家居旗舰店', '星澜美妆')
  const id = await begun('sales', { entity: 'store', ids, changes: { category: '家居', remark: '批量' } })
  await until('sales', id, 'run', 'done')
  const { data } = await until('sales', id, 'undo', 'undone')
  assert.deepEqual([data.counts.undone, data.undoneByName], [2, '何立'])
  const after = await row('store', '晨曦家居旗舰店')
  assert.deepEqual([after.category, after.remark], [before.category, before.remark])
  const log = await as('sales').get(`/api/audit-logs?entity=store&recordId=${ids[0]}`)
  assert.equal(log.data.items[0].via, 'undo')
  assert.deepEqual(refused(await as('sales').post(`/api/bulk-edits/${id}/undo`)), [409, 'WRONG_STATE'])
})

test('undo lists records that were changed since and is refused, unless only the others are undone', async () => {
  const ids = await idsOf('store', '晨曦家居旗舰店', '星澜美妆')
  const id = await begun('sales', { entity: 'store', ids, changes: { serviceHours: '09:00–24:00' } })
  await until('sales', id, 'run', 'done')
  const { version } = await row('store', '星澜美妆')
  await as('admin').patch(`/api/stores/${ids[1]}`, { version, remark: '之后改的' })
  const shown = rowsByLabel((await as('sales').get(`/api/bulk-edits/${id}/undo/consequences`)).data)
  const answer = await as('sales').post(`/api/bulk-edits/${id}/undo`)
  assert.deepEqual(refused(answer), [409, 'CONFLICT'])
  assert.deepEqual(answer.data, { rows: [{ recordId: ids[1], name: '星澜美妆' }], total: 1 })
  assert.equal((await row('store', '晨曦家居旗舰店')).serviceHours, '09:00–24:00')
  const { data } = await until('sales', id, 'undo', 'undone', { onlyUnchanged: true })
  assert.deepEqual([data.counts.undone, data.counts.kept], [1, 1])
  assert.deepEqual(shown, {
    恢复为修改前的值: data.counts.undone,
    '之后又改过，保留现在的值': data.counts.kept,
  })
  assert.equal((await as('sales2').get(`/api/bulk-edits/${id}/undo/consequences`)).status, 404)
  const unchanged = await row('store', '星澜美妆')
  assert.deepEqual([unchanged.remark, unchanged.serviceHours], ['之后改的', '09:00–24:00'])
})

test('an edit cannot be undone after 24 hours', async () => {
  const ids = await idsOf('store', '晨曦家居旗舰店')
  const id = await begun('sales', { entity: 'store', ids, changes: { remark: '一天以前' } })
  await until('sales', id, 'run', 'done')
  const runAt = new Date(clock.now.getTime() - 24 * 3_600_000)
  await db.updateTable('bulkEdit').set({ runAt }).where('id', '=', id).execute()
  assert.equal((await as('sales').get(`/api/bulk-edits/${id}`)).data.undoable, false)
  assert.deepEqual(refused(await as('sales').post(`/api/bulk-edits/${id}/undo`)), [409, 'WRONG_STATE'])
})

test('an edit of many rows continues where it stopped, and a second window writes no row twice', async () => {
  const count = BATCH_SIZE + 10
  for (let n = 0; n < count; n += 1) await as('sales').post('/api/customers', { name: `批量客户 ${n}` })
  const found = await db.selectFrom('customer').select('id').where('name', 'like', '批量客户 %').execute()
  const id = await begun('sales', {
    entity: 'customer',
    ids: found.map((one) => one.id),
    changes: { tags: ['一批'] },
  })
  assert.deepEqual(refused(await as('sales').post(`/api/bulk-edits/${id}/undo`)), [409, 'WRONG_STATE'])
  const first = await as('sales').post(`/api/bulk-edits/${id}/run`)
  assert.deepEqual([first.data.state, first.data.counts.done], ['running', BATCH_SIZE])
  await Promise.all([1, 2].map(() => as('sales').post(`/api/bulk-edits/${id}/run`)))
  const { data } = await as('sales').get(`/api/bulk-edits/${id}`)
  assert.deepEqual([data.state, data.counts.done], ['done', count])
  const versions = await db
    .selectFrom('customer')
    .select('version')
    .where('name', 'like', '批量客户 %')
    .execute()
  assert.ok(versions.every(({ version }) => version === 2))
})

test('users see their own edits, admins those of the company; only the creator can run an edit', async () => {
  const ids = await idsOf('store', '晨曦家居旗舰店')
  const id = await begun('sales', { entity: 'store', ids, changes: { remark: '谁能看' } })
  assert.equal((await as('sales2').get(`/api/bulk-edits/${id}`)).status, 404)
  assert.equal((await as('sales2').get(`/api/bulk-edits/${id}/rows`)).status, 404)
  assert.equal((await as('admin2').get(`/api/bulk-edits/${id}`)).status, 404)
  assert.deepEqual(refused(await as('admin').post(`/api/bulk-edits/${id}/run`)), [403, 'FORBIDDEN'])
  await until('sales', id, 'run', 'done')
  assert.equal((await as('admin').get('/api/bulk-edits')).data.items[0].createdByName, '何立')
  assert.equal((await as('sales2').get('/api/bulk-edits')).data.total, 0)
  assert.equal((await until('admin', id, 'undo', 'undone')).data.undoneByName, '林知远')
})

test('fields not allowed in bulk, invalid values and missing permissions are refused', async () => {
  const ids = await idsOf('customer', '宏远数码')
  const create = (who: string, body: object) => as(who).post('/api/bulk-edits', body)
  const name = await create('finance', { entity: 'customer', ids, changes: { name: '同名' } })
  assert.deepEqual(refused(name), [400, 'INVALID'])
  assert.equal(
    (await create('finance', { entity: 'customer', ids, changes: { mobile: '13800001111' } })).status,
    400,
  )
  assert.equal((await create('finance', { entity: 'customer', ids, changes: {} })).status, 400)
  assert.equal(
    (await create('finance', { entity: 'customer', ids: [], changes: { remark: 'x' } })).status,
    400,
  )
  const bad = await create('finance', { entity: 'customer', ids, changes: { contractEndOn: '2026-02-30' } })
  assert.deepEqual(Object.keys(bad.data.fields), ['contractEndOn'])
  assert.deepEqual(refused(await create('agent', { entity: 'customer', ids, changes: { remark: 'x' } })), [
    403,
    'FORBIDDEN',
  ])
  assert.deepEqual(
    refused(await create('sales', { entity: 'staff', ids: [1], changes: { payeeBank: '工行' } })),
    [403, 'FORBIDDEN'],
  )
})

test('a head can edit their own team, but not pay', async () => {
  const ids = await idsOf('staff', '周小禾', '赵晓冬')
  const hired = await begun('head', { entity: 'staff', ids, changes: { hiredOn: '2025-06-01' } })
  assert.deepEqual(
    (await rowsOf('head', hired)).map(({ state }: { state: string }) => state),
    ['ready', 'skipped'],
  )
  const pay = await begun('head', { entity: 'staff', ids: ids.slice(0, 1), changes: { baseSalaryCents: 1 } })
  const [only] = await rowsOf('head', pay)
  assert.equal(only.problem, '组长只能管理本组成员的基本资料，不能设置角色、上级、公司或薪资。')
})
