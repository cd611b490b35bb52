import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { type Cells, sheetOf } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const { customerId } = idsIn(db)

/** Uploads, checks and writes a sheet; returns the id of the import. */
async function imported(who: string, entity: string, rows: Cells[]): Promise<number> {
  const file = { name: '资料.xlsx', bytes: sheetOf(rows) }
  const { data, body } = await as(who).upload('/api/record-imports', file, { entity })
  assert.ok(data?.id, body.errorMessage)
  for (const step of ['check', 'run']) {
    for (let state = ''; state !== (step === 'check' ? 'ready' : 'done'); ) {
      const answer = await as(who).post(`/api/record-imports/${data.id}/${step}`)
      assert.equal(answer.status, 200, answer.body.errorMessage)
      state = answer.data.state
    }
  }
  return data.id
}

async function undone(who: string, id: number, onlyUnchanged = false) {
  for (;;) {
    const answer = await as(who).post(`/api/record-imports/${id}/undo`, { onlyUnchanged })
    if (answer.status !== 200 || answer.data.state === 'undone') return answer
  }
}

const nonZeroCounts = ({ counts }: { counts: Record<string, number> }) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const exists = async (name: string) =>
  (await db.selectFrom('customer').select('id').where('name', '=', name).execute()).length > 0

const NEW = { 客户名称: '湖州新叶家纺', 手机号: '13800138000', 客户来源: '转介绍' }
const EXISTING = { 客户名称: '杭州晨曦家居有限公司', 联系人: '李女士', 备注: '月底对账' }

test('an undo deletes created records and restores updated ones, with a log line each', async () => {
  const chenxi = await customerId('杭州晨曦家居有限公司')
  const id = await imported('sales', 'customer', [NEW, EXISTING])
  const { data } = await as('sales').get(`/api/record-imports/${id}`)
  assert.deepEqual([data.undoable, await exists('湖州新叶家纺')], [true, true])
  const answer = await undone('sales', id)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  assert.deepEqual(nonZeroCounts(answer.data), { undone: 2 })
  assert.deepEqual([answer.data.undoable, answer.data.undoneByName], [false, '何立'])
  assert.equal(await exists('湖州新叶家纺'), false)
  const row = await db.selectFrom('customer').selectAll().where('id', '=', chenxi).executeTakeFirstOrThrow()
  assert.deepEqual([row.contact, row.remark], ['王女士', null])
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'via'])
    .where('entity', '=', 'customer')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  assert.deepEqual(lines.map(({ action, via }) => `${action} ${via}`).sort(), ['delete undo', 'update undo'])
  const stored = await db
    .selectFrom('recordImportRow')
    .select('before')
    .where('recordImportId', '=', id)
    .execute()
  assert.ok(stored.every(({ before }) => before === null))
})

test('rows changed or used since refuse the whole undo and are listed; the rest can be undone', async () => {
  const id = await imported('sales', 'customer', [NEW, EXISTING, { ...NEW, 客户名称: '湖州另一家' }])
  const createdId = await customerId('湖州新叶家纺')
  const store = { customerId: createdId, platform: 'tmall', name: '新叶旗舰店' }
  assert.equal((await as('sales').post('/api/stores', store)).status, 200)
  const chenxi = await customerId('杭州晨曦家居有限公司')
  const { version } = (await as('sales').get(`/api/customers/${chenxi}`)).data
  assert.equal((await as('sales').patch(`/api/customers/${chenxi}`, { version, remark: '别的' })).status, 200)
  const shown = rowsByLabel((await as('sales').get(`/api/record-imports/${id}/undo/consequences`)).data)
  assert.deepEqual(shown, { 新增的行删除: 1, '之后改过或用过，保留': 2 })
  const refused = await undone('sales', id)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'CONFLICT'])
  const { data } = refused
  assert.deepEqual(
    data.rows.map(({ row, name }: { row: number; name: string }) => [row, name]),
    [
      [2, '湖州新叶家纺'],
      [3, '杭州晨曦家居有限公司'],
    ],
  )
  assert.match(data.rows[0].problem, /用在别处/)
  assert.match(data.rows[1].problem, /又被改过/)
  assert.equal(await exists('湖州另一家'), true)
  const rest = await undone('sales', id, true)
  assert.deepEqual(nonZeroCounts(rest.data), { undone: 1, kept: 2 })
  assert.deepEqual([await exists('湖州另一家'), await exists('湖州新叶家纺')], [false, true])
  const again = await undone('sales', id)
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
})

test('a created store stays, with the reason, because it has a history; an updated store is restored', async () => {
  const added = { 客户: 'KH2026050001', 平台: '拼多多', 店铺名称: '晨曦拼多多店' }
  const existing = {
    店铺编号: 'DP0001',
    客户: 'KH2026050001',
    平台: '天猫',
    店铺名称: '晨曦家居旗舰店',
    目标回复率: '90%',
  }
  const id = await imported('sales', 'store', [added, existing])
  const refused = await undone('sales', id)
  assert.deepEqual([refused.status, refused.data.rows.length], [409, 1])
  assert.match(refused.data.rows[0].problem, /不能删除/)
  assert.deepEqual(nonZeroCounts((await undone('sales', id, true)).data), { undone: 1, kept: 1 })
  const row = await db
    .selectFrom('store')
    .select('targetReplyRateBp')
    .where('name', '=', '晨曦家居旗舰店')
    .executeTakeFirstOrThrow()
  assert.equal(row.targetReplyRateBp, 9500)
})

test('after an obstacle is removed a repeated undo succeeds, without any trace of the refusal', async () => {
  const existing = { 店铺编号: 'DP0001', 客户: 'KH2026050001', 平台: '天猫', 店铺名称: '晨曦换名旗舰店' }
  const id = await imported('sales', 'store', [existing])
  const sameName = { customerId: await customerId('杭州晨曦家居有限公司'), platform: 'tmall' }
  const other = (await as('sales').post('/api/stores', { ...sameName, name: '晨曦家居旗舰店' })).data
  for (const round of ['at first', 'nothing was cleared']) {
    const refused = await undone('sales', id)
    assert.deepEqual([refused.status, refused.data.rows.length], [409, 1], round)
    assert.match(refused.data.rows[0].problem, /同名/)
  }
  const { id: otherId, version } = other
  const renamed = await as('sales').patch(`/api/stores/${otherId}`, { version, name: '晨曦另一家' })
  assert.equal(renamed.status, 200, renamed.body.errorMessage)
  assert.deepEqual(nonZeroCounts((await undone('sales', id)).data), { undone: 1 })
})

test('an undo deletes created staff, members before their head', async () => {
  const head = { 用户名: 'newhead', 姓名: '方圆', 角色: '客服', 手机号: '13900000001' }
  const member = {
    用户名: 'newmember',
    姓名: '方正',
    角色: '客服',
    手机号: '13900000002',
    所属组长: 'newhead',
  }
  const id = await imported('admin', 'staff', [member, head])
  const undo = await undone('admin', id)
  assert.deepEqual([undo.status, undo.data && nonZeroCounts(undo.data)], [200, { undone: 2 }])
  const left = await db
    .selectFrom('staff')
    .select('id')
    .where('username', 'in', ['newhead', 'newmember'])
    .execute()
  assert.deepEqual(left, [])
})

test('the creator and an admin of the company can undo an import, within 24 hours and once started', async () => {
  const id = await imported('sales', 'customer', [{ ...NEW, 客户名称: '湖州第三家' }])
  const undo = `/api/record-imports/${id}/undo`
  for (const who of ['sales2', 'head', 'admin2']) assert.equal((await as(who).post(undo)).status, 404, who)
  assert.equal((await as('sales').post(undo, { onlyUnchanged: 'yes' })).status, 400)
  const file = { name: '资料.xlsx', bytes: sheetOf([{ ...NEW, 客户名称: '湖州第四家' }]) }
  const unstarted = await as('sales').upload('/api/record-imports', file, { entity: 'customer' })
  const early = await as('sales').post(`/api/record-imports/${unstarted.data.id}/undo`)
  assert.deepEqual([early.status, early.body.errorCode], [409, 'WRONG_STATE'])
  const written = (runAt: Date) =>
    db.updateTable('recordImport').set({ runAt }).where('id', '=', id).execute()
  await written(new Date(clock.now.getTime() - 24 * 3_600_000))
  const late = await as('sales').post(undo)
  assert.deepEqual([late.status, late.body.errorCode], [409, 'WRONG_STATE'])
  assert.match(late.body.errorMessage ?? '', /24 小时/)
  await written(clock.now)
  assert.deepEqual(nonZeroCounts((await undone('admin', id)).data), { undone: 1 })
})
