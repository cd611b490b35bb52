import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, testApp } from '#testing/testApp.ts'
import { type Cells, sheetOf } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const upload = (who: string, entity: string, rows: Cells[]) =>
  as(who).upload('/api/record-imports', { name: '资料.xlsx', bytes: sheetOf(rows) }, { entity })

async function checked(who: string, entity: string, rows: Cells[]): Promise<Answer['data']> {
  const { status, data, body } = await upload(who, entity, rows)
  assert.equal(status, 200, body.errorMessage)
  for (;;) {
    const answer = await as(who).post(`/api/record-imports/${data.id}/check`)
    assert.equal(answer.status, 200, answer.body.errorMessage)
    if (answer.data.state === 'ready') return answer.data
  }
}

async function written(who: string, id: number): Promise<Answer['data']> {
  const passwords = []
  for (;;) {
    const { status, data, body } = await as(who).post(`/api/record-imports/${id}/run`)
    assert.equal(status, 200, body.errorMessage)
    passwords.push(...data.passwords)
    if (data.state === 'done') return { ...data, passwords }
  }
}

const rowsOf = async (who: string, id: number) =>
  (await as(who).get(`/api/record-imports/${id}/rows?pageSize=100`)).data.items

/** The counts that are not 0. */
const nonZeroCounts = ({ counts }: { counts: Record<string, number> }) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const CUSTOMERS: Cells[] = [
  {
    客户名称: '湖州新叶家纺',
    客户类型: '企业',
    手机号: '138 0013 8000',
    客户来源: '转介绍',
    状态: '合作中',
    合同开始日期: '2026/1/1',
    合同结束日期: '2026年12月31日',
    标签: '家纺、老客户',
  },
  { 客户名称: '杭州晨曦家居有限公司', 联系人: '李女士', 手机号: '139****5678' },
  { 客户名称: '坏日期', 合同开始日期: '2026-02-30', 客户来源: '天上掉的' },
  { 客户名称: '宏远数码' },
  { 客户名称: '合同没填', 状态: '合作中' },
  { 客户名称: '湖州 新叶家纺', 备注: '又一次' },
]

test('the preview reports per row what would be created or updated, and conflicts and errors', async () => {
  const preview = await checked('sales', 'customer', CUSTOMERS)
  assert.deepEqual(nonZeroCounts(preview), { create: 1, update: 1, error: 2, conflict: 2 })
  const rows = await rowsOf('sales', preview.id)
  assert.deepEqual(
    rows.map(({ row, state, problem }: { row: number; state: string; problem: string }) => [
      row,
      state,
      problem,
    ]),
    [
      [2, 'create', null],
      [3, 'update', null],
      [
        4,
        'error',
        '客户来源没有“天上掉的”这一项，可填：转介绍、上门拜访、线上咨询、展会活动、其他。\n合同开始日期“2026-02-30”不是日期，应如 2026-05-15。',
      ],
      [5, 'conflict', '已有同名客户，请核对后换一个名称。'],
      [6, 'error', '合作中和暂停的客户需要合同开始日期。'],
      [7, 'conflict', '与第 2 行是同一条记录，请合并成一行。'],
    ],
  )
  const created = await db.selectFrom('customer').select('id').where('nameKey', '=', '湖州新叶家纺').execute()
  assert.equal(created.length, 0)
})

test('valid rows are written with a log line each; a repeated file changes nothing', async () => {
  const { id } = await checked('sales', 'customer', CUSTOMERS)
  assert.deepEqual(nonZeroCounts(await written('sales', id)), {
    created: 1,
    updated: 1,
    error: 2,
    conflict: 2,
  })
  const row = await db
    .selectFrom('customer')
    .selectAll()
    .where('nameKey', '=', '湖州新叶家纺')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.status, row.contractEndOn, row.mobile, row.tags],
    ['active', '2026-12-31', '13800138000', ['家纺', '老客户']],
  )
  const chenxi = await db
    .selectFrom('customer')
    .selectAll()
    .where('name', '=', '杭州晨曦家居有限公司')
    .executeTakeFirstOrThrow()
  assert.deepEqual([chenxi.contact, chenxi.mobile], ['李女士', '13912345678'])
  const log = await as('sales').get(`/api/audit-logs?entity=customer&recordId=${chenxi.id}`)
  assert.deepEqual([log.data.items[0].via, Object.keys(log.data.items[0].changes)], ['import', ['contact']])

  const again = await checked('sales', 'customer', CUSTOMERS)
  assert.deepEqual(nonZeroCounts(again), { same: 2, error: 2, conflict: 2 })
  await written('sales', again.id)
  const after = await db.selectFrom('customer').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  assert.equal(after.version, row.version)
})

test('only the uploader gets the cells of failed rows', async () => {
  const { id } = await checked('sales', 'customer', CUSTOMERS)
  await written('sales', id)
  const failed = (await rowsOf('sales', id)).filter(({ state }: { state: string }) => state === 'error')
  assert.ok(failed[0].cells.includes('坏日期'))
  const adminRows = await rowsOf('admin', id)
  assert.ok(adminRows.every(({ cells }: { cells: unknown }) => cells === null))
  assert.equal((await as('sales2').get(`/api/record-imports/${id}/rows`)).status, 404)
  assert.equal((await as('admin').post(`/api/record-imports/${id}/run`)).status, 404)
})

test('stores are imported in their current state, with customer and head by name', async () => {
  const good = {
    客户: 'KH2026050001',
    平台: '拼多多',
    店铺名称: '晨曦家居拼多多店',
    服务类型: '售前、售后',
    状态: '服务中',
    上线日期: '2026-03-01',
    负责组长: '陈思雨',
    目标回复率: '95.5%',
  }
  const preview = await checked('sales', 'store', [
    good,
    { ...good, 店铺名称: '缺上线日', 上线日期: '' },
    { ...good, 店铺名称: '别人的客户', 客户: '宏远数码' },
    { ...good, 店铺名称: '错组长', 负责组长: '周小禾' },
    { ...good, 店铺编号: 'DP404', 店铺名称: '没有的编号' },
  ])
  assert.deepEqual(nonZeroCounts(preview), { create: 1, error: 4 })
  await written('sales', preview.id)
  const store = await db
    .selectFrom('store')
    .selectAll()
    .where('name', '=', '晨曦家居拼多多店')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [store.status, store.onlineOn, store.targetReplyRateBp, store.serviceTypes],
    ['serving', '2026-03-01', 9550, ['presale', 'aftersale']],
  )
})

test('a store that is paused at the start is imported as paused', async () => {
  const row = { 客户: '杭州晨曦家居有限公司', 平台: '淘宝', 店铺名称: '晨曦淘宝店', 状态: '暂停' }
  const preview = await checked('sales', 'store', [
    row,
    { ...row, 店铺名称: '第二家', 上线日期: '2026-03-01' },
  ])
  assert.deepEqual(nonZeroCounts(preview), { create: 1, error: 1 })
  await written('sales', preview.id)
  const id = await idsIn(db).storeId('第二家')
  const states = db.selectFrom('storeState').select(['status', 'fromOn']).where('storeId', '=', id)
  assert.deepEqual(await states.orderBy('id').execute(), [
    { status: 'serving', fromOn: '2026-03-01' },
    { status: 'paused', fromOn: '2026-05-19' },
  ])
})

test('one sheet creates a team: members may precede their head, and each person gets a password', async () => {
  const preview = await checked('admin', 'staff', [
    { 用户名: 'newmember', 姓名: '新组员', 角色: '客服', 所属组长: 'newhead', 基本工资: '4,500.50' },
    { 用户名: 'newhead', 姓名: '新组长', 角色: '客服', 所属组长: '', 基本工资: '' },
    { 用户名: 'agent', 姓名: '周小禾', 角色: '客服', 所属组长: 'head', 基本工资: '' },
  ])
  assert.deepEqual(nonZeroCounts(preview), { create: 2, same: 1 })
  const done = await written('admin', preview.id)
  assert.deepEqual(
    done.passwords.map(({ username }: { username: string }) => username),
    ['newhead', 'newmember'],
  )
  const people = await db.selectFrom('staff').selectAll().where('username', 'like', 'new%').execute()
  const [head, member] = ['newhead', 'newmember'].map((name) =>
    people.find(({ username }) => username === name),
  )
  assert.equal(member?.parentId, head?.id)
  const pay = await db
    .selectFrom('staffPay')
    .select('baseSalaryCents')
    .where('staffId', '=', member?.id ?? 0)
    .execute()
  assert.deepEqual(pay, [{ baseSalaryCents: 450_050 }])
  const [{ username, oneTimePassword: password }] = done.passwords
  const signIn = await as(null).post('/api/login/account', { type: 'account', username, password })
  assert.equal(signIn.status, 200)
})

test('role and pay columns in a head’s sheet are ignored and reported', async () => {
  const preview = await checked('head', 'staff', [
    { 用户名: 'teammate', 姓名: '组里新人', 基本工资: '9999', 角色: '管理员' },
  ])
  assert.deepEqual([nonZeroCounts(preview), preview.unknownHeaders], [{ create: 1 }, ['基本工资', '角色']])
  await written('head', preview.id)
  const created = await db
    .selectFrom('staff')
    .leftJoin('staffPay', 'staffPay.staffId', 'staff.id')
    .select(['role', 'staffPay.id as payId'])
    .where('username', '=', 'teammate')
    .executeTakeFirstOrThrow()
  assert.deepEqual(created, { role: 2, payId: null })
})

test('a wrong or broken sheet gets 400; a user without permission gets 403', async () => {
  const wrong = await upload('sales', 'customer', [{ 名字: 'x' }])
  assert.deepEqual(
    [wrong.status, wrong.body.errorMessage],
    [400, '表里缺少这些列：客户名称。请下载模板，按模板的表头填写后再上传。'],
  )
  assert.equal((await upload('agent', 'customer', [{ 客户名称: 'x' }])).status, 403)
  const broken = await as('sales').upload(
    '/api/record-imports',
    { name: 'a.xlsx', bytes: Buffer.from('PK\u0003\u0004 nothing') },
    { entity: 'customer' },
  )
  assert.equal(broken.status, 400)
  const { id } = await checked('sales', 'customer', [{ 客户名称: '写一次' }])
  await written('sales', id)
  assert.equal((await as('sales').post(`/api/record-imports/${id}/run`)).status, 409)
})

test('a store is imported with its price; an incomplete price is refused', async () => {
  const row = { 客户: '杭州晨曦家居有限公司', 平台: '天猫', 状态: '服务中', 上线日期: '2026-05-01' }
  const rows = [
    {
      ...row,
      店铺名称: '带价旗舰店',
      计费方式: '包量 + 超量',
      费用: '4000',
      每天包量: '200',
      超量单价: '0.6',
      店铺工资: '800',
    },
    { ...row, 店铺名称: '缺量旗舰店', 计费方式: '包量 + 超量', 费用: '4000' },
    { ...row, 店铺名称: '只有工资旗舰店', 店铺工资: '800' },
  ]
  const preview = await checked('finance', 'store', rows)
  assert.deepEqual(nonZeroCounts(preview), { create: 1, error: 2 })
  const [, missing, alone] = await rowsOf('finance', preview.id)
  assert.match(missing.problem, /每天包量/)
  assert.equal(alone.problem, '填了费用或店铺工资，请一并填计费方式。')
  await written('finance', preview.id)
  const { id } = await db
    .selectFrom('store')
    .select('id')
    .where('name', '=', '带价旗舰店')
    .executeTakeFirstOrThrow()
  const [terms] = (await as('finance').get(`/api/stores/${id}/terms`)).data.items
  assert.equal(terms.fromOn, '2026-05-01')
  assert.equal(terms.storeSalaryCents, 80_000)
  assert.deepEqual(terms.pricing, {
    model: 'included',
    monthlyCents: 400_000,
    includedDaily: 200,
    overageCents: 60,
  })
  assert.deepEqual(nonZeroCounts(await checked('finance', 'store', rows.slice(0, 1))), { same: 1 })
})

test('a sheet with the former terms 含量 + 超量 and 每天含量 is still accepted', async () => {
  const name = '旧表旗舰店'
  const preview = await checked('finance', 'store', [
    {
      客户: '杭州晨曦家居有限公司',
      平台: '天猫',
      店铺名称: name,
      状态: '服务中',
      上线日期: '2026-05-01',
      计费方式: '含量 + 超量',
      费用: '4000',
      每天含量: '150',
      超量单价: '0.5',
    },
  ])
  await written('finance', preview.id)
  const { id } = await db.selectFrom('store').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const [terms] = (await as('finance').get(`/api/stores/${id}/terms`)).data.items
  assert.deepEqual(terms.pricing, {
    model: 'included',
    monthlyCents: 400_000,
    includedDaily: 150,
    overageCents: 50,
  })
})
