import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { customerId, storeId } = idsIn(db)
const { checked, imported, rowsOf, nonZeroCounts, undone } = importing(app)

const GONE: Cells = {
  客户名称: '嘉兴旧客服饰',
  状态: '已流失',
  合同开始日期: '2025-01-01',
  流失日期: '2026-03-31',
  流失原因: '价格',
}

const churnsOf = (who: string, subject: string, from: string, to: string) =>
  as(who).get(`/api/churn-records?subject=${subject}&from=${from}&to=${to}`)

test('a customer lost before the start is imported with a churn record of its day, marked takenOver', async () => {
  const before = (await churnsOf('sales', 'customer', '2026-03-01', '2026-03-31')).data.total
  await imported('sales', 'customer', [GONE])
  const id = await customerId('嘉兴旧客服饰')
  const { data } = await churnsOf('sales', 'customer', '2026-03-01', '2026-03-31')
  assert.equal(data.total, before + 1)
  const [record] = data.items
  assert.deepEqual(
    [record.customerId, record.status, record.takenOver, record.reason],
    [id, 'churned', true, 'price'],
  )
  assert.deepEqual(
    [record.detectedOn, record.stopOn, record.confirmedOn, record.tenureDays],
    ['2026-03-31', '2026-03-31', '2026-03-31', 455],
  )
  assert.equal((await churnsOf('sales', 'customer', '2026-05-01', '2026-05-31')).data.total, 0)
  const { snapshot } = (await as('sales').get(`/api/churn-records/${record.id}`)).data
  assert.deepEqual(
    [snapshot.revenueCents, snapshot.unpaidCents, snapshot.monthlyFeeCents, snapshot.stores],
    [null, null, null, []],
  )
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'via'])
    .where('entity', 'in', ['customer', 'churn'])
    .where('recordId', 'in', [String(id), String(record.id)])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action, via }) => `${action} ${via}`),
    ['create import', 'open import', 'confirm import'],
  )
})

test('a repeated file changes nothing, and the customer can be won back through its record', async () => {
  assert.deepEqual(nonZeroCounts(await checked('sales', 'customer', [GONE])), { same: 1 })
  const { data } = await churnsOf('sales', 'customer', '2026-03-01', '2026-03-31')
  const [{ id, version }] = data.items
  const back = { version, wonBackOn: '2026-05-19', contractEndOn: '2027-05-18' }
  const answer = await as('sales').post(`/api/churn-records/${id}/win-back`, back)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  assert.equal(answer.data.customerStatus, 'active')
})

test('a loss without day or reason, or with an impossible one, is refused with the field’s message', async () => {
  const preview = await checked('sales', 'customer', [
    { ...GONE, 客户名称: '缺日期', 流失日期: '' },
    { ...GONE, 客户名称: '缺原因', 流失原因: '' },
    { ...GONE, 客户名称: '缺合同', 合同开始日期: '' },
    { ...GONE, 客户名称: '在将来', 流失日期: '2026-06-01' },
    { ...GONE, 客户名称: '在之前', 流失日期: '2024-12-31' },
    { ...GONE, 客户名称: '没写状态', 状态: '' },
  ])
  const rows = await rowsOf('sales', preview.id)
  assert.deepEqual(
    rows.map(({ problem }: { problem: string }) => problem),
    [
      '已流失的客户需要流失日期。',
      '已流失的客户需要流失原因。',
      '已流失的客户需要合同开始日期，用来计算服务天数。',
      '流失日期不能晚于今天。',
      '流失日期不能早于合同开始日期。',
      '填了流失日期或流失原因，请把状态填为“已流失”。',
    ],
  )
})

const CLOSED: Cells = {
  客户: '杭州晨曦家居有限公司',
  平台: '快手',
  店铺名称: '晨曦快手旧店',
  状态: '已停止',
  上线日期: '2025-10-01',
  停止日期: '2026-02-28',
  流失原因: '店铺关闭',
  计费方式: '固定月费',
  费用: '3000',
}

test('a store stopped before the start gets states, fee and churn record, without billing or notices', async () => {
  const notices = async () => (await db.selectFrom('notice').select('id').execute()).length
  const noticeCount = await notices()
  await imported('finance', 'store', [CLOSED])
  const id = await storeId('晨曦快手旧店')
  const states = await db
    .selectFrom('storeState')
    .select(['status', 'fromOn'])
    .where('storeId', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(states, [
    { status: 'serving', fromOn: '2025-10-01' },
    { status: 'stopped', fromOn: '2026-03-01' },
  ])
  const { items } = (await churnsOf('finance', 'store', '2026-02-01', '2026-02-28')).data
  assert.deepEqual(
    [items[0].storeId, items[0].takenOver, items[0].tenureDays, items[0].monthlyFeeCents],
    [id, true, 151, 300_000],
  )
  const proposals = db.selectFrom('billingProposal').select('id').where('storeId', '=', id)
  assert.deepEqual(await proposals.execute(), [])
  assert.equal(await notices(), noticeCount)
})

test('a repeated stopped store is unchanged; an active store with its name is a new store', async () => {
  assert.deepEqual(nonZeroCounts(await checked('finance', 'store', [CLOSED])), { same: 1 })
  const { 停止日期: _day, 流失原因: _why, 计费方式: _model, 费用: _fee, ...row } = CLOSED
  const live = { ...row, 状态: '服务中', 上线日期: '2026-05-01' }
  assert.deepEqual(nonZeroCounts(await checked('finance', 'store', [CLOSED, live])), { same: 1, create: 1 })
})

test('only stopped stores can be imported for a lost customer', async () => {
  await imported('sales', 'customer', [{ ...GONE, 客户名称: '嘉兴第二家' }])
  const preview = await checked('finance', 'store', [
    { ...CLOSED, 客户: '嘉兴第二家', 店铺名称: '第二家旧店' },
    {
      客户: '嘉兴第二家',
      平台: '快手',
      店铺名称: '第二家新店',
      状态: '服务中',
      上线日期: '2026-05-01',
    },
    { ...CLOSED, 店铺名称: '缺上线', 上线日期: '', 计费方式: '', 费用: '' },
  ])
  const rows = await rowsOf('finance', preview.id)
  assert.deepEqual(
    rows.map(({ state, problem }: { state: string; problem: string | null }) => problem ?? state),
    ['create', '该客户已流失，不能再登记店铺。', '已停止的店铺需要上线日期或试单日期，用来计算服务天数。'],
  )
})

test('an undo keeps lost customers, since their churn record and snapshot must stay', async () => {
  const id = await imported('sales', 'customer', [
    { ...GONE, 客户名称: '嘉兴第三家' },
    { 客户名称: '嘉兴第四家' },
  ])
  const refused = await undone('sales', id)
  assert.equal(refused.status, 409)
  assert.match(refused.data.rows[0].problem, /流失记录和快照，不能删除/)
  assert.deepEqual(nonZeroCounts((await undone('sales', id, true)).data), { undone: 1, kept: 1 })
})
