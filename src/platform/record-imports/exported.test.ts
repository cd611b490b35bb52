import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TextLocale, translate } from '#kit/text.ts'
import { testApp } from '#testing/testApp.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { checked, imported, written, undone, rowsOf, nonZeroCounts } = importing(app)

const PLATFORMS = { tmall: '天猫', douyin: '抖音', jd: '京东', taobao: '淘宝' } as const
const STATUS = { serving: '服务中', stopped: '已停止' } as const
/** As the list of the headquarters' admin shows them. */
const COMPANIES = { '001': '001 后台总部', '002': '002 启明客服' } as const

/** The store list of the headquarters' admin, with all companies, as its export has it in a language. */
async function storeExport(locale: TextLocale): Promise<Cells[]> {
  const say = (text: string) => translate(locale, text)
  const { items } = (await as('admin').get('/api/stores?pageSize=100')).data
  return items.map((store: Record<string, string>) => ({
    [say('店铺编号')]: store.code ?? '',
    [say('公司')]: COMPANIES[store.companyCode as keyof typeof COMPANIES],
    [say('店铺名称')]: store.name ?? '',
    [say('平台')]: say(PLATFORMS[store.platform as keyof typeof PLATFORMS]),
    [say('客户')]: store.customerName ?? '',
    [say('负责组长')]: store.leaderName ?? '',
    [say('昨日咨询')]: '12',
    [say('状态')]: say(STATUS[store.status as keyof typeof STATUS]),
  }))
}

for (const locale of ['zh-CN', 'zh-TW', 'en-US'] as const) {
  test(`the export of a list in ${locale} is read as it is: unchanged, and the other columns are named`, async () => {
    const rows = await storeExport(locale)
    assert.equal(rows.length, 5)
    const found = await checked('admin', 'store', rows)
    assert.deepEqual(nonZeroCounts(found), { same: 5 })
    assert.deepEqual([found.noted, found.unknownHeaders], [0, [translate(locale, '昨日咨询')]])
  })
}

test('a row of another company is compared and changed there, not in the own company; nothing is added there', async () => {
  const rows = await storeExport('zh-CN')
  const other = rows.find(({ 公司 }) => 公司 === '002 启明客服')
  assert.ok(other)
  assert.equal(other.店铺编号, 'DP0001', 'the own company has a store with this code')
  const id = await imported('admin', 'store', [{ ...other, 店铺名称: '恒月母婴旗舰店' }])
  const named = () =>
    db
      .selectFrom('store')
      .select(['companyCode', 'name'])
      .where('code', '=', 'DP0001')
      .orderBy('companyCode')
      .execute()
  assert.deepEqual(await named(), [
    { companyCode: '001', name: '晨曦家居旗舰店' },
    { companyCode: '002', name: '恒月母婴旗舰店' },
  ])
  await undone('admin', id)
  const preview = await checked('admin', 'store', [
    { ...other, 店铺编号: '', 店铺名称: '新店' },
    { ...other, 公司: '没有这家' },
  ])
  const problems = (await rowsOf('admin', preview.id)).map(({ problem }: { problem: string }) => problem)
  assert.deepEqual(problems, [
    '这一行是其他公司的，那边没有这条记录；新增只能导入到您所在的公司。',
    '没有叫“没有这家”的公司。',
  ])
})

test('the column of companies is not read for users who do not see companies', async () => {
  const found = await checked('finance', 'store', [{ 店铺编号: 'DP0001', 公司: '启明客服', 备注: 'x' }])
  assert.deepEqual([nonZeroCounts(found), found.unknownHeaders], [{ update: 1 }, ['公司']])
})

test('a masked cell leaves the value as it is if it is the mask of that value; any other mask is refused', async () => {
  const row = { 客户名称: '宏远数码' }
  const preview = await checked('sales2', 'customer', [
    { ...row, 手机号: '139****5678', 微信号: 'w****8' },
    { 客户名称: '新客户', 手机号: '139****5678', 微信号: '' },
  ])
  const masks = await rowsOf('sales2', preview.id)
  assert.deepEqual(
    masks.map(({ state, problem }: { state: string; problem: string | null }) => [state, problem]),
    [
      ['same', null],
      ['error', '手机号“139****5678”是打码的，新增请填完整内容。'],
    ],
  )
  const wrong = await checked('sales2', 'customer', [{ ...row, 手机号: '138****5678', 微信号: 'x****8' }])
  const [{ problem }] = await rowsOf('sales2', wrong.id)
  assert.equal(
    problem,
    '手机号“138****5678”是打码的，和现在的内容对不上：不改请留空，要改请填完整内容。\n微信号“x****8”是打码的，和现在的内容对不上：不改请留空，要改请填完整内容。',
  )
})

test('the rows of heads and members of the staff list are unchanged, in Chinese and in English', async () => {
  for (const locale of ['zh-CN', 'en-US'] as const) {
    const say = (text: string) => translate(locale, text)
    const { items } = (await as('admin').get('/api/staff?companyCode=001&pageSize=100')).data
    const rows = items.map((person: Record<string, string | number | null>) => ({
      [say('用户名')]: String(person.username),
      [say('姓名')]: String(person.name),
      [say('角色')]: say(
        person.role === 2
          ? person.parentId
            ? '客服'
            : '组长'
          : (['管理员', '', '商务', '财务'][Number(person.role) - 1] ?? ''),
      ),
      [say('所属组长')]: String(person.parentName ?? ''),
      [say('手机号')]: String(person.mobile ?? ''),
    }))
    const found = await checked('admin', 'staff', rows)
    assert.deepEqual(nonZeroCounts(found), { same: rows.length })
  }
})

test('组长 in a sheet means a role without a head: a member becomes one, a row that names one is refused', async () => {
  const preview = await checked('admin', 'staff', [
    { 用户名: 'agent3', 姓名: '李若彤', 角色: '组长', 所属组长: '清空' },
    { 用户名: 'agent2', 姓名: '赵晓冬', 角色: '组长', 所属组长: '苏曼' },
    { 用户名: 'head', 姓名: '陈思雨', 角色: '组长', 所属组长: '' },
    { 用户名: 'newhead', 姓名: '新组长', 角色: '组长', 所属组长: '' },
  ])
  assert.deepEqual(nonZeroCounts(preview), { create: 1, update: 1, same: 1, error: 1 })
  const [, refused] = await rowsOf('admin', preview.id)
  assert.equal(refused.problem, '组长没有所属组长：请把“所属组长”留空，或把角色填为客服。')
  await written('admin', preview.id)
  const heads = await db
    .selectFrom('staff')
    .select('username')
    .where('role', '=', 2)
    .where('parentId', 'is', null)
    .orderBy('username')
    .execute()
  assert.deepEqual(
    heads.map(({ username }) => username),
    ['agent3', 'head', 'head2', 'newhead'],
  )
  await undone('admin', preview.id)
})

test('columns that are for new records only are named in a note where they differ', async () => {
  const row = { 客户编号: 'KH2026050002', 客户名称: '宏远数码', 负责商务: '沈佳', 状态: '合作中' }
  const preview = await checked('sales2', 'customer', [row])
  assert.deepEqual([nonZeroCounts(preview), preview.noted], [{ same: 1 }, 0])
  const differing = await checked('sales2', 'customer', [
    { ...row, 负责商务: '何立', 状态: '暂停', 备注: '改一处' },
  ])
  assert.deepEqual([nonZeroCounts(differing), differing.noted], [{ update: 1 }, 1])
  const noted = (await as('sales2').get(`/api/record-imports/${differing.id}/rows?noted=true`)).data.items
  assert.deepEqual(
    noted.map(({ problem }: { problem: string }) => problem),
    ['负责商务、状态与现在的不同，没有改：这些列只用于新增，已有的请在页面上改。'],
  )
  await written('sales2', differing.id)
  const customer = await db
    .selectFrom('customer')
    .select(['status', 'remark'])
    .where('code', '=', 'KH2026050002')
    .where('companyCode', '=', '001')
    .executeTakeFirstOrThrow()
  assert.deepEqual(customer, { status: 'active', remark: '改一处' })
  assert.deepEqual(nonZeroCounts((await undone('sales2', differing.id)).data), { undone: 1 })
})

test('a file may lack columns and have a row of totals, but not lack all columns that identify a record', async () => {
  const found = await checked('finance', 'customer', [
    { 客户编号: 'KH2026050001', 备注: '只有编号' },
    { 客户编号: '全部合计', 备注: '' },
  ])
  assert.deepEqual(nonZeroCounts(found), { update: 1 })
  const { status, body } = await as('finance').upload(
    '/api/record-imports',
    { name: 'x.csv', bytes: Buffer.from('备注,联系人\nx,y\n') },
    { entity: 'customer' },
  )
  assert.deepEqual([status, body.errorMessage?.startsWith('表里缺少这些列：客户名称')], [400, true])
})

test('an export from a right-to-left page, whose words have direction marks, is unchanged', async () => {
  const mark = (text: string) => `\u2066${text}\u2069`
  const rows = (await storeExport('en-US')).map((row) =>
    Object.fromEntries(Object.entries(row).map(([header, text]) => [header, text && mark(text)])),
  )
  assert.deepEqual(nonZeroCounts(await checked('admin', 'store', rows)), { same: 5 })
})

test('a text that looks like a formula is stored as it was, with and without an apostrophe of its own', async () => {
  for (const remark of ['=1+1', "'=1+1", "'已读", '@小李']) {
    await imported('finance', 'customer', [{ 客户编号: 'KH2026050001', 备注: remark }])
    const row = await db
      .selectFrom('customer')
      .select('remark')
      .where('code', '=', 'KH2026050001')
      .where('companyCode', '=', '001')
      .executeTakeFirstOrThrow()
    assert.equal(row.remark, remark)
  }
})

test('the current records are those of the own company that the user may change, with masks and without hidden columns', async () => {
  const existing = async (who: string, entity: string) =>
    (await as(who).get(`/api/record-imports/existing?entity=${entity}`)).data
  const namesOf = async (who: string, entity: string) =>
    (await existing(who, entity)).items.map(({ name }: { name: string }) => name)
  assert.deepEqual(await namesOf('sales', 'customer'), ['杭州晨曦家居有限公司'])
  assert.deepEqual(await namesOf('admin2', 'customer'), ['恒月母婴'])
  assert.ok(!(await namesOf('admin', 'customer')).includes('恒月母婴'))
  const [customer] = (await existing('sales', 'customer')).items
  assert.deepEqual([customer.mobile, customer.wechat, customer.ownerId], ['139****5678', 'w****8', '何立'])
  const team = await existing('head', 'staff')
  assert.deepEqual(
    team.items.map(({ username }: { username: string }) => username),
    ['head', 'agent', 'agent3'],
  )
  for (const field of ['role', 'parentId', 'baseSalaryCents', 'payeeCard', 'companyCode'])
    assert.ok(!Object.hasOwn(team.items[0], field), field)
  for (const [who, entity] of [
    ['head', 'customer'],
    ['head', 'store'],
    ['head', 'terms'],
    ['agent', 'staff'],
    ['sales', 'opening'],
    ['sales', 'nick'],
  ] as const) {
    const { status } = await as(who).get(`/api/record-imports/existing?entity=${entity}`)
    assert.equal(status, 403, `${who} ${entity}`)
  }
})
