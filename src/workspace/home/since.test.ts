import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { SinceEvent } from './contract.ts'
import { visitAfter } from './visits.ts'

const { as, db, clock } = await testApp(seedWorld)
const NOON = clock.now

const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const { id: staffId } = await db
  .selectFrom('staff')
  .select('id')
  .where('username', '=', 'agent')
  .executeTakeFirstOrThrow()
const notifyAgent = (at: Date) =>
  notify(db, [
    {
      companyCode: '001',
      staffId,
      kind: 'worklogReturned',
      at,
      link: '/store-worklog',
      title: { sentence: '待审核的日志' },
      text: null,
    },
  ])

test('a visit lasts until half an hour without activity; the next one contains the end of the previous one', () => {
  const first = visitAfter(undefined, NOON)
  assert.deepEqual(first, { beganAt: NOON, seenAt: NOON, beforeAt: null })
  const same = visitAfter(first, after(30))
  assert.deepEqual(same, { beganAt: NOON, seenAt: after(30), beforeAt: null })
  assert.deepEqual(visitAfter(same, after(61)), {
    beganAt: after(61),
    seenAt: after(61),
    beforeAt: after(30),
  })
})

async function sinceOf(who: string) {
  const { data, body } = await as(who).get('/api/home')
  assert.ok(data, body.errorMessage)
  return data.since
}
const { storeId, customerId, staffId: idOf } = idsIn(db)

/** Records a visit at noon, and reads the home page an hour later. */
async function comeBack(who: string, what: () => Promise<unknown>) {
  clock.now = NOON
  await db.deleteFrom('visit').execute()
  await as(who).post('/api/home/visit')
  await what()
  clock.now = after(60)
  const since = await sinceOf(who)
  clock.now = NOON
  return since
}

const summaryOf = ({ title, note, byName, link }: SinceEvent) => [
  inChinese(title.sentence, title.values),
  note && inChinese(note.sentence, note.values),
  byName,
  link,
]

test('home: since contains the notices after the last visit', async () => {
  assert.equal(await sinceOf('agent'), null)
  await as('agent').post('/api/home/visit')
  assert.equal(await sinceOf('agent'), null)
  await notifyAgent(after(-5))
  const since = await comeBack('agent', () => notifyAgent(after(10)))
  assert.equal(since.at, NOON.toISOString())
  assert.deepEqual(since.items.map(summaryOf), [['待审核的日志', null, null, '/store-worklog']])
  assert.equal(await sinceOf('head'), null)
})

test('home: since contains status changes of stores and customer transfers by others, within reach', async () => {
  const [admin, sales, sales2] = [await idOf('admin'), await idOf('sales'), await idOf('sales2')]
  const [chenxi, xinglan, yuanshan] = [
    await storeId('晨曦家居旗舰店'),
    await storeId('星澜美妆'),
    await storeId('宏远数码京东自营店'),
  ]
  const change = async () => {
    const state = { companyCode: '001', fromOn: '2026-05-19', status: 'paused' as const, createdBy: admin }
    await db
      .insertInto('storeState')
      .values([
        { ...state, storeId: chenxi, createdAt: after(10) },
        { ...state, storeId: xinglan, createdAt: after(20) },
        { ...state, storeId: yuanshan, createdAt: after(30) },
        { ...state, storeId: chenxi, createdAt: after(-10), status: 'serving' },
      ])
      .execute()
    const customer = await customerId('杭州晨曦家居有限公司')
    await db.updateTable('customer').set({ ownerId: sales2 }).where('id', '=', customer).execute()
    await db
      .updateTable('customerOwner')
      .set({ toAt: after(40) })
      .where('customerId', '=', customer)
      .execute()
    const owner = { companyCode: '001', customerId: customer, ownerId: sales2, createdBy: sales }
    await db
      .insertInto('customerOwner')
      .values({ ...owner, fromAt: after(40) })
      .execute()
  }
  const customer = await customerId('杭州晨曦家居有限公司')
  const moved = ['把客户「杭州晨曦家居有限公司」转交给您', null, '何立', `/customer-management/${customer}`]
  const mine = await comeBack('sales2', change)
  const paused = '/store-management?status=paused'
  assert.deepEqual(mine.items.map(summaryOf), [
    moved,
    ['3 家店铺变为暂停', '宏远数码京东自营店、星澜美妆、晨曦家居旗舰店', '林知远', paused],
  ])
  const toOther = ['把客户「杭州晨曦家居有限公司」转交给沈佳', ...moved.slice(1)]
  const atHead = await comeBack('head', async () => {})
  assert.deepEqual(atHead.items.map(summaryOf), [
    toOther,
    ['2 家店铺变为暂停', '星澜美妆、晨曦家居旗舰店', '林知远', paused],
  ])
  const atHead2 = await comeBack('head2', async () => {})
  const one = ['店铺「宏远数码京东自营店」变为暂停', null, '林知远', `/store-management/${yuanshan}`]
  assert.deepEqual(atHead2.items.map(summaryOf), [one])
  const byMyself = await comeBack('admin', async () => {})
  assert.deepEqual(byMyself.items.map(summaryOf), [toOther])
  assert.deepEqual((await comeBack('admin2', async () => {})).items, [])
})

test('home: since contains imports by others and reviewed logs', async () => {
  const [agent, head, store] = [await idOf('agent'), await idOf('head'), await storeId('晨曦家居旗舰店')]
  const bring = async () => {
    const file = { companyCode: '001', fileName: '店.csv', fileHash: 'x', fileBytes: 1, platform: 'tmall' }
    const counts = { rowsOk: 2, rowsProblem: 0, rowsSkipped: 0, findings: '{}', commitNo: 1 }
    const { id } = await db
      .insertInto('importBatch')
      .values({ ...file, ...counts, status: 'committed', createdBy: agent, committedAt: after(10) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const group = { batchId: id, storeId: store, committed: true }
    await db
      .insertInto('importGroup')
      .values([
        { ...group, onDay: '2026-05-17' },
        { ...group, onDay: '2026-05-18' },
      ])
      .execute()
    const log = { companyCode: '001', staffId: agent, shift: 'morning', summary: '正常', halfHours: 16 }
    const review = { submittedAt: NOON, reviewedAt: after(20), reviewedBy: head, status: 'approved' as const }
    await db
      .insertInto('worklog')
      .values([
        { ...log, ...review, onDay: '2026-05-18' },
        { ...log, ...review, onDay: '2026-05-17', status: 'returned', reviewNote: '补充' },
      ])
      .execute()
  }
  const imported = [
    '导入了 1 家店铺 05-17 至 05-18 的数据',
    null,
    '周小禾',
    '/store-worklog/imports?status=committed',
  ]
  const isAbout = (words: RegExp) => (line: SinceEvent) => words.test(line.title.sentence)
  const atHead = await comeBack('head', bring)
  assert.deepEqual(atHead.items.filter(isAbout(/导入/)).map(summaryOf), [imported])
  const ownLines = (await comeBack('agent', async () => {})).items.filter(isAbout(/日志|导入/))
  assert.deepEqual(ownLines.slice(0, 1).map(summaryOf), [
    ['通过了您 05-18 的工作日志', null, '陈思雨', '/store-worklog?on=2026-05-18'],
  ])
  const others = (await comeBack('admin', async () => {})).items.filter(isAbout(/工作日志/))
  assert.deepEqual(others.map(summaryOf).sort(), [
    ['退回了 1 份工作日志', null, '陈思雨', '/store-worklog?status=returned'],
    ['通过了 1 份工作日志', null, '陈思雨', '/store-worklog?status=approved'],
  ])
  for (const who of ['sales', 'finance', 'head2']) {
    assert.deepEqual((await comeBack(who, async () => {})).items.filter(isAbout(/工作日志|导入/)), [], who)
  }
})

test('home: servingCourse contains the number of stores in service per day, up to today', async () => {
  const by = { companyCode: '002', storeId: await storeId('恒月母婴'), createdAt: after(-60) }
  await db
    .insertInto('storeState')
    .values([
      { ...by, status: 'trial', fromOn: '2026-05-01' },
      { ...by, status: 'serving', fromOn: '2026-05-10' },
      { ...by, status: 'paused', fromOn: '2026-05-14' },
      { ...by, status: 'serving', fromOn: '2026-05-16' },
      { ...by, status: 'stopped', fromOn: '2026-06-01' },
    ])
    .execute()
  const { servingCourse } = (await as('sales-b').get('/api/home')).data.records
  assert.equal(servingCourse.join(''), `${'0'.repeat(20)}1111001111`)
})

test('home: without logs there are no logs to review or to edit', async () => {
  await db.deleteFrom('worklog').execute()
  for (const who of ['admin', 'head', 'agent', 'sales', 'finance']) {
    assert.deepEqual((await as(who).get('/api/home')).data.work, [], who)
  }
})
