import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')

const similar = async (who: string, input: object) =>
  (await as(who).post('/api/customers/similar', input)).data
const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const page = async (id: number, who = 'sales') => (await as(who).get(`/api/customers/${id}`)).data

/** Creates a duplicate customer with a store, a note and a follow-up. */
async function createDuplicate(name: string, more: object = {}) {
  const { data } = await as('sales').post('/api/customers', { name, ...more })
  const store = await as('sales').post('/api/stores', {
    customerId: data.id,
    platform: 'jd',
    name: `${name}店`,
  })
  await as('sales').post(`/api/customers/${data.id}/notes`, { text: '电话沟通过' })
  await as('sales').post('/api/follow-ups', { customerId: data.id, dueOn: '2026-06-01', text: '送合同' })
  return { id: data.id as number, version: data.version as number, storeId: store.data.id as number }
}

const merge = async (who: string, id: number, other: { id: number; version: number }, take: string[] = []) =>
  as(who).post(`/api/customers/${id}/merge`, {
    version: (await page(id, 'admin'))?.version ?? 1,
    otherId: other.id,
    otherVersion: other.version,
    take,
  })

test('similar names are found regardless of place and legal form', async () => {
  for (const name of [
    '晨曦家居',
    '杭州市晨曦家居有限责任公司',
    '晨 曦 家 居（杭州）',
    '辰曦家居',
    '晨曦家居旗舰店',
  ]) {
    assert.deepEqual(names(await similar('sales', { name })), ['杭州晨曦家居有限公司'], name)
  }
  for (const name of ['晨', '晨光文具', '家居', '杭州有限公司', '']) {
    const found = names(await similar('sales', { name }))
    assert.equal(found.length, name === '家居' ? 1 : 0, name)
  }
  assert.deepEqual(names(await similar('sales', { name: '晨曦家居', exceptId: chenxi })), [])
})

test('the same mobile and WeChat are found regardless of format', async () => {
  const { items } = await similar('sales', { name: '毫不相干', mobile: '+86 139-1234-5678' })
  assert.deepEqual(items[0].likeness, ['mobile'])
  assert.ok(items[0].mergeable)
  assert.deepEqual((await similar('sales', { wechat: 'WangNvShi8' })).items[0].likeness, ['wechat'])
  assert.deepEqual(await similar('sales', { mobile: '1391234' }), { items: [], hidden: [] })
})

test('for customers out of reach only the matching fields are disclosed, and not for similar names', async () => {
  assert.deepEqual(await similar('sales2', { name: '晨曦家居' }), { items: [], hidden: ['name'] })
  assert.deepEqual(await similar('sales2', { mobile: '13912345678' }).then(({ hidden }) => hidden), [
    'mobile',
  ])
  assert.deepEqual(await similar('sales2', { name: '晨曦' }), { items: [], hidden: [] })
  assert.deepEqual(await similar('admin2', { name: '晨曦家居' }), { items: [], hidden: [] })
  assert.equal((await as('head').post('/api/customers/similar', { name: '晨曦' })).status, 403)
  assert.equal((await as('admin2').post('/api/customers/similar', { companyCode: '001' })).status, 400)
})

test('a merge takes the chosen fields and moves records, and an undo restores everything', async () => {
  const other = await createDuplicate('晨曦家居（重复）', { remark: '老板姓王', uscc: '91330100799655058B' })
  const before = await page(chenxi)
  const preview = (await as('sales').get(`/api/customers/${chenxi}/merge?otherId=${other.id}`)).data
  assert.deepEqual(preview.moved, {
    stores: 1,
    notes: 1,
    followUps: 1,
    churnRecords: 0,
    bills: 0,
    warnings: 0,
    thresholds: 0,
    questions: 0,
    claimItems: 0,
  })
  assert.ok(preview.fields.includes('remark') && preview.refusal === null)
  assert.equal(preview.kept.mobile, '139****5678', 'contacts stay masked')

  const merged = await merge('sales', chenxi, other, ['remark', 'uscc', 'name'])
  assert.equal(merged.status, 200, merged.body.errorMessage)
  assert.deepEqual([merged.data.name, merged.data.remark], ['晨曦家居（重复）', '老板姓王'])
  assert.equal(merged.data.storeCount, before.storeCount + 1)
  assert.equal((await as('sales').get(`/api/customers/${other.id}`)).status, 404)
  assert.equal((await as('sales').get('/api/follow-ups?status=open')).data.items[0].customerId, chenxi)

  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  assert.deepEqual([line.mergedName, line.moved.stores, line.undoable], ['晨曦家居（重复）', 1, true])
  const undone = await as('sales').post(`/api/customer-merges/${line.id}/undo`)
  assert.equal(undone.status, 200, undone.body.errorMessage)
  const { version: _v, updatedAt: _u, updatedByName: _n, ...afterUndo } = await page(chenxi)
  const { version: _v2, updatedAt: _u2, updatedByName: _n2, ...beforeMerge } = before
  assert.deepEqual(afterUndo, beforeMerge)
  assert.equal((await page(other.id)).storeCount, 1)
  assert.equal((await as('sales').post(`/api/customer-merges/${line.id}/undo`)).body.errorCode, 'WRONG_STATE')
})

test('merge and undo have audit lines for both customers and the store', async () => {
  const { mergedId } = await db.selectFrom('customerMerge').select('mergedId').executeTakeFirstOrThrow()
  const actions = async (entity: string, id: number) =>
    (await as('admin').get(`/api/audit-logs?entity=${entity}&recordId=${id}`)).data.items.map(
      (line: { action: string }) => line.action,
    )
  assert.deepEqual((await actions('customer', chenxi)).slice(0, 2), ['undo-merge', 'merge'])
  assert.deepEqual((await actions('customer', mergedId)).slice(0, 2), ['undo-merge', 'merged'])
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('customerId', '=', mergedId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(await actions('store', store.id), ['update', 'update', 'create'])
})

test('a merged customer keeps no store and gets none, as the reports of a whole company assume', async () => {
  const other = await createDuplicate('晨曦居家')
  assert.equal((await merge('admin', chenxi, other)).status, 200)
  const own = (await as('admin').get(`/api/stores/${other.storeId}`)).data
  assert.equal(own.customerId, chenxi)
  const created = await as('admin').post('/api/stores', {
    customerId: other.id,
    platform: 'pdd',
    name: '晚到的店',
  })
  const moved = await as('admin').patch(`/api/stores/${own.id}`, {
    version: own.version,
    customerId: other.id,
  })
  for (const { status, body } of [created, moved]) {
    assert.equal(status, 400)
    assert.match(body.errorMessage ?? '', /客户不存在/)
  }
  const { rows } = await sql`select store.id from store join customer on customer.id = store.customer_id
    where customer.merged_into_id is not null or customer.company_code <> store.company_code`.execute(db)
  assert.deepEqual(rows, [])
})

test('an undo lists the rows that changed since and undoes nothing', async () => {
  const other = await createDuplicate('晨曦家具')
  const merged = await merge('admin', chenxi, other)
  assert.equal(merged.status, 200, merged.body.errorMessage)
  const store = (await as('sales').get(`/api/stores/${other.storeId}`)).data
  await as('sales').patch(`/api/stores/${other.storeId}`, { version: store.version, remark: '换了收货地址' })
  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  const { status, body, data } = await as('sales').post(`/api/customer-merges/${line.id}/undo`)
  assert.deepEqual([status, body.errorCode], [409, 'CONFLICT'])
  assert.deepEqual(data.changed, [{ kind: 'stores', id: other.storeId, name: '晨曦家具店' }])
  assert.match(body.errorMessage ?? '', /晨曦家具店/)
  assert.equal((await as('sales').get(`/api/customers/${other.id}`)).status, 404)
})

test('an undo fails after 30 days and for users who may not edit the customer', async () => {
  const other = await createDuplicate('晨曦软装')
  assert.equal((await merge('sales', chenxi, other)).status, 200)
  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  const undo = (who: string) => as(who).post(`/api/customer-merges/${line.id}/undo`)
  assert.equal((await undo('sales2')).status, 404)
  assert.equal((await undo('head')).status, 403)
  const then = clock.now
  clock.now = new Date(then.getTime() + 31 * 86_400_000)
  assert.equal((await undo('admin2')).status, 401, 'the session has ended')
  clock.now = then
  await db
    .updateTable('customerMerge')
    .set({ mergedAt: new Date(then.getTime() - 31 * 86_400_000) })
    .where('id', '=', line.id)
    .execute()
  assert.equal((await undo('sales')).body.errorCode, 'WRONG_STATE')
})

test('a merge fails for a churned customer, for itself, out of reach, without permission and with a stale version', async () => {
  const lost = await createDuplicate('已经离开的')
  await db.updateTable('customer').set({ status: 'churned' }).where('id', '=', lost.id).execute()
  const [itself, gone] = [
    await merge('sales', chenxi, { id: chenxi, version: (await page(chenxi)).version }),
    await merge('sales', chenxi, lost),
  ]
  assert.deepEqual([itself.body.errorCode, gone.body.errorCode], ['WRONG_STATE', 'WRONG_STATE'])
  const foreign = await as('sales2').post('/api/customers', { name: '别人的客户' })
  assert.equal((await merge('sales', chenxi, foreign.data)).status, 404)
  assert.equal((await merge('sales2', chenxi, foreign.data)).status, 404)
  assert.equal((await merge('head', chenxi, lost)).status, 403)
  const other = await createDuplicate('过期版本')
  assert.equal((await merge('sales', chenxi, { ...other, version: 9 })).body.errorCode, 'STALE')
  assert.equal((await merge('sales', chenxi, other, ['ownerId'])).status, 400)
})

test('an undo gives a customer whose owner has left to the owner of the kept customer', async () => {
  const other = await createDuplicate('负责人走了')
  const admin = await merge('admin', chenxi, other)
  assert.equal(admin.status, 200, admin.body.errorMessage)
  const sales2 = await staffId('sales2')
  await db.updateTable('customer').set({ ownerId: sales2 }).where('id', '=', other.id).execute()
  await db.updateTable('staff').set({ status: 'left' }).where('id', '=', sales2).execute()
  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  assert.equal((await as('sales').post(`/api/customer-merges/${line.id}/undo`)).status, 200)
  assert.equal((await page(other.id)).ownerName, '何立')
})
