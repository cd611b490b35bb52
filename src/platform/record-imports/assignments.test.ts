import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { staffId, storeId } = idsIn(db)
const { checked, imported, rowsOf, nonZeroCounts, undone } = importing(app)

const tmall = await storeId('晨曦家居旗舰店')
const agent3 = await staffId('agent3')

const problems = async (who: string, id: number): Promise<(string | null)[]> =>
  (await rowsOf(who, id)).map(({ problem }: { problem: string | null }) => problem)

const HELP: Cells = {
  店铺: 'DP0002',
  客服: '周小禾',
  班次: '晚班',
  职责: '副责',
  占比: '0',
  开始日期: '2026-05-01',
}
const NIGHT: Cells = { 店铺: '晨曦家居旗舰店', 平台: '天猫', 客服: 'agent3', 班次: '夜班', 职责: '替班' }

test('assignments are matched by store, agent, shift and first day; a repeated file changes nothing', async () => {
  const rows = [HELP, { ...NIGHT, 开始日期: '2026-05-04', 结束日期: '2026-05-31' }]
  assert.deepEqual(nonZeroCounts(await checked('head', 'assignment', rows)), { create: 2 })
  await imported('head', 'assignment', rows)
  const { items } = (await as('head').get(`/api/store-assignments?storeId=${tmall}&staffId=${agent3}`)).data
  const [row] = items
  assert.deepEqual(
    [row.shift, row.duty, row.sharePercent, row.fromOn, row.toOn],
    ['night', 'substitute', 0, '2026-05-04', '2026-05-31'],
  )
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.deepEqual([line.action, line.via, line.recordId], ['assign', 'import', String(tmall)])
  assert.deepEqual(nonZeroCounts(await checked('head', 'assignment', rows)), { same: 2 })
})

test('a corrected share replaces the assignment, and the log has both', async () => {
  const id = await imported('head', 'assignment', [{ ...HELP, 职责: '主责' }])
  const star = await storeId('星澜美妆')
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'via'])
    .where('recordId', '=', String(star))
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  assert.deepEqual(
    lines.map(({ action, via }) => `${action} ${via}`),
    ['assign import', 'cancel-assignment import'],
  )
  const answer = await undone('head', id)
  assert.deepEqual(nonZeroCounts(answer.data), { undone: 1 })
  const { items } = (await as('head').get(`/api/store-assignments?storeId=${star}&sort=-id`)).data
  assert.equal(items[0].duty, 'second')
})

test('the shares of a store are summed over all rows of the sheet', async () => {
  const filler = Array.from({ length: 60 }, (_, n) => ({ ...HELP, 店铺: `没有的店${n}` }))
  const half = (班次: string) => ({ ...NIGHT, 班次, 职责: '主责', 占比: '60%', 开始日期: '2027-01-01' })
  const free = { ...half('中班'), 店铺: '星澜美妆', 平台: '', 客服: '周小禾' }
  await db.updateTable('storeAssignment').set({ toOn: '2026-12-31' }).where('toOn', 'is', null).execute()
  const preview = await checked('head', 'assignment', [half('中班'), ...filler, half('晚班'), free])
  assert.deepEqual(nonZeroCounts(preview), { create: 2, error: 60, conflict: 1 })
  const found = (await problems('head', preview.id)).filter((problem) => problem?.includes('占比'))
  assert.deepEqual(found, ['2027-01-01 这家店铺的占比已有 李若彤 60%，只剩 40%，请调低占比。'])
})

test('agents of other teams, stopped stores and invalid shares are refused per row', async () => {
  const base = { ...NIGHT, 开始日期: '2026-08-01' }
  const preview = await checked('head', 'assignment', [
    { ...base, 客服: '赵晓冬' },
    { ...base, 店铺: '晨曦旧店' },
    { ...base, 店铺: '宏远数码京东自营店', 平台: '' },
    { ...base, 占比: '33.3%' },
    { ...base, 班次: '早班', 结束日期: '2026-07-01' },
    { ...base, 客服: '' },
  ])
  assert.deepEqual(await problems('head', preview.id), [
    '请选择您可以分配的在职客服。',
    '没有找到店铺“晨曦旧店”：请填已登记的、您可以管理的店铺的编号或全称。',
    '没有找到店铺“宏远数码京东自营店”：请填已登记的、您可以管理的店铺的编号或全称。',
    '占比“33.3%”应为 0–100 的整数百分比，如 60%。',
    '结束日期不能早于开始日期。',
    '请选择客服',
  ])
})

test('an assignment in a closed month is refused', async () => {
  await closeMonth(db, '001', '2026-04')
  const preview = await checked('head', 'assignment', [{ ...NIGHT, 班次: '早班', 开始日期: '2026-04-10' }])
  assert.match((await problems('head', preview.id))[0] ?? '', /2026-04/)
})

test('nicks are matched by store and nick; the owner’s may start earlier, another owner is a conflict', async () => {
  const row = { 店铺: '晨曦家居旗舰店', 平台昵称: '晨曦:小禾', 客服: '周小禾' }
  const first = await imported('head', 'nick', [{ ...row, 开始日期: '2026-05-10' }])
  assert.deepEqual(nonZeroCounts(await checked('head', 'nick', [{ ...row, 开始日期: '2026-05-10' }])), {
    same: 1,
  })
  assert.deepEqual(nonZeroCounts(await checked('head', 'nick', [row])), { same: 1 })
  const earlier = await imported('head', 'nick', [{ ...row, 开始日期: '2026-05-01' }])
  const nicks = async () => (await as('head').get(`/api/agent-accounts?storeId=${tmall}`)).data.items
  assert.equal((await nicks())[0].fromOn, '2026-05-01')
  const conflicting = await checked('head', 'nick', [{ ...row, 客服: '李若彤', 开始日期: '2026-05-12' }])
  assert.deepEqual(nonZeroCounts(conflicting), { conflict: 1 })
  assert.match((await problems('head', conflicting.id))[0] ?? '', /已对应到周小禾/)
  assert.equal((await undone('head', earlier)).status, 200)
  assert.equal((await nicks())[0].fromOn, '2026-05-10')
  const refused = await undone('head', first)
  assert.equal(refused.status, 409, 'its beginning has been moved since, and back')
})

test('a member cannot import assignments for others', async () => {
  const assigned = await checked('agent', 'assignment', [{ ...NIGHT, 开始日期: '2026-09-01' }])
  assert.deepEqual(nonZeroCounts(assigned), { error: 1 })
  assert.equal((await as('sales').get('/api/record-imports/choices?entity=assignment')).status, 403)
  const { named } = (await as('head').get('/api/record-imports/choices?entity=assignment')).data
  assert.deepEqual(named.staffId.sort(), ['周小禾', '李若彤', '陈思雨'].sort())
  assert.ok(named.storeId.includes('晨曦家居旗舰店') && !named.storeId.includes('宏远数码京东自营店'))
})
