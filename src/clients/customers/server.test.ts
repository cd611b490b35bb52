import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')

test('POST /api/customers: sales create their own customer; code, pinyin and defaults are filled in', async () => {
  const { status, data } = await as('sales').post('/api/customers', {
    name: '  嘉兴　ＡＢＣ服饰 ',
    mobile: '+86 138-1234-5678',
    uscc: '9133 0100 7996 5505 8b',
    tags: ['老客户', '老客户', '女装'],
  })
  assert.equal(status, 200)
  assert.equal(data.code, 'KH2026050003')
  assert.equal(data.ownerName, '何立')
  assert.equal(data.status, 'trial')
  assert.equal(data.mobile, '138****5678')
  assert.equal(data.uscc, '91330100799655058B')
  assert.deepEqual(data.tags, ['老客户', '女装'])
  const row = await db.selectFrom('customer').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
  assert.equal(row.nameKey, '嘉兴abc服饰')
  assert.equal(row.mobile, '13812345678')
})

test('POST /api/customers: the same name in another character width is a conflict, except in another company', async () => {
  const again = await as('finance').post('/api/customers', {
    name: '宏远 数码',
    ownerId: await staffId('sales'),
  })
  assert.equal(again.status, 409)
  assert.equal(again.body.errorCode, 'CONFLICT')
  assert.deepEqual(Object.keys(again.data.fields), ['name'])
  assert.equal((await as('admin2').post('/api/customers', { name: '宏远数码' })).status, 200)
})

test('POST /api/customers: concurrent requests get different codes', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) => as('sales2').post('/api/customers', { name: `并发客户${n}` })),
  )
  assert.deepEqual(
    made.map((answer) => answer.status),
    Array(8).fill(200),
  )
  assert.equal(new Set(made.map((answer) => answer.data.code)).size, 8)
})

test('POST /api/customers: a wrong check digit only warns', async () => {
  const { status, data } = await as('sales').post('/api/customers', {
    name: '校验位不符',
    uscc: '913301007996550580',
  })
  assert.equal(status, 200)
  assert.equal(data.warnings.length, 1)
  assert.equal(data.uscc, '913301007996550580')
})

test('POST /api/customers: sales create only for themselves; an owner is sales or admin of the company', async () => {
  const foreign = await as('sales').post('/api/customers', {
    name: '给别人',
    ownerId: await staffId('sales2'),
  })
  assert.equal(foreign.status, 403)
  assert.match(foreign.body.errorMessage ?? '', /由自己负责/)
  for (const owner of ['finance', 'agent', 'sales-b']) {
    const answer = await as('admin').post('/api/customers', { name: '负责人', ownerId: await staffId(owner) })
    assert.equal(answer.status, 400, owner)
    assert.deepEqual(Object.keys(answer.data.fields), ['ownerId'])
  }
  const chosen = { name: '财务代建', ownerId: await staffId('sales2') }
  assert.equal((await as('finance').post('/api/customers', chosen)).data.ownerName, '沈佳')
})

test('POST /api/customers: only an admin of the headquarters creates in another company', async () => {
  const input = { name: '跨公司客户', companyCode: '002', ownerId: await staffId('sales-b') }
  assert.equal((await as('admin').post('/api/customers', input)).data.companyCode, '002')
  const refused = await as('admin2').post('/api/customers', { name: '越界', companyCode: '001' })
  assert.deepEqual(Object.keys(refused.data.fields), ['companyCode'])
})

test('POST /api/customers: each invalid field gets its message', async () => {
  const { status, data } = await as('admin').post('/api/customers', {
    name: ' ',
    mobile: '139****5678',
    wechat: 'w****8',
    contractStartOn: '2026-02-30',
    status: 'churned',
    version: 3,
  })
  assert.equal(status, 400)
  assert.deepEqual(data.fields, {
    name: '请输入客户名称',
    mobile: '请输入 11 位手机号',
    wechat: '微信号含有 *，请填写完整内容，或保持不变',
    contractStartOn: '合同开始日期格式不正确',
    status: '状态不在可选范围内',
    version: '不认识的字段：version',
  })
})

test('POST /api/customers: 合作中 needs both contract days', async () => {
  const input = { name: '签约客户', status: 'active', contractStartOn: '2026-05-01' }
  assert.deepEqual((await as('admin').post('/api/customers', input)).data.fields, {
    contractEndOn: '合作中和暂停的客户需要合同结束日期。',
  })
  const days = { ...input, contractEndOn: '2027-04-30' }
  assert.equal((await as('admin').post('/api/customers', days)).data.status, 'active')
})

test('POST /api/customers: heads and agents get 403', async () => {
  for (const who of ['head', 'agent']) {
    assert.equal((await as(who).post('/api/customers', { name: '组长客户' })).status, 403)
  }
})

test('PATCH /api/customers/:id: changes only the given fields; null clears; search forms follow the name', async () => {
  const before = await as('sales').get(`/api/customers/${chenxi}`)
  const { status, data } = await as('sales').patch(`/api/customers/${chenxi}`, {
    version: before.data.version,
    name: '杭州晨曦生活有限公司',
    contact: null,
    remark: '每周三对账',
  })
  assert.equal(status, 200)
  assert.equal(data.version, before.data.version + 1)
  assert.equal(data.contact, null)
  assert.equal(data.mobile, '139****5678')
  assert.equal((await as('sales').get('/api/customers?keyword=chenxishenghuo')).data.total, 1)
})

test('PATCH /api/customers/:id: the audit log contains old and new values', async () => {
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'customer')
    .where('recordId', '=', String(chenxi))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(line.action, 'update')
  assert.equal(line.actorName, '何立')
  assert.deepEqual(line.changes, {
    name: ['杭州晨曦家居有限公司', '杭州晨曦生活有限公司'],
    contact: ['王女士', null],
    remark: [null, '每周三对账'],
  })
})

test('PATCH /api/customers/:id: a stale write returns the current record and changes nothing', async () => {
  const { status, body, data } = await as('admin').patch(`/api/customers/${chenxi}`, {
    version: 1,
    remark: '旧版本',
  })
  assert.equal(status, 409)
  assert.equal(body.errorCode, 'STALE')
  assert.equal(data.current.remark, '每周三对账')
  assert.equal(data.current.mobile, '139****5678', 'masked here too')
  assert.equal((await as('admin').get(`/api/customers/${chenxi}`)).data.remark, '每周三对账')
})

test('PATCH /api/customers/:id: status, owner, code and company cannot be changed', async () => {
  for (const field of [{ status: 'paused' }, { ownerId: 1 }, { code: 'KH1' }, { companyCode: '002' }]) {
    const { status, data } = await as('admin').patch(`/api/customers/${yuanshan}`, { version: 1, ...field })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(data.fields), Object.keys(field))
  }
})

test('PATCH /api/customers/:id: the contract cannot end before it starts', async () => {
  const { status, data } = await as('admin').patch(`/api/customers/${yuanshan}`, {
    version: 1,
    contractStartOn: '2025-06-01',
    contractEndOn: '2025-05-31',
  })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(data.fields), ['contractEndOn'])
})

test('PATCH /api/customers/:id: a customer out of reach gets 404; a head gets 403', async () => {
  assert.equal((await as('sales2').patch(`/api/customers/${chenxi}`, { version: 1 })).status, 404)
  assert.equal((await as('admin2').patch(`/api/customers/${chenxi}`, { version: 1 })).status, 404)
  assert.equal((await as('head').patch(`/api/customers/${chenxi}`, { version: 1 })).status, 403)
})
