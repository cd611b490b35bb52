import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill, startService } from '#testing/testBills.ts'
import { adminOf, closingsOf, deleteClosings, reopeningNotices } from '#testing/testClosing.ts'
import { beginBooks, idsIn, seedWorld } from '#testing/testWorld.ts'
import { hashOf } from './closingWrites.ts'
import type { MonthPage } from './contract.ts'
import type { Check } from './contractClosing.ts'
import type { LiveResult } from './liveResult.ts'

const world = await testApp(seedWorld)
const { as, db } = world
await beginBooks(db, '2026-04')
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
const douyin = await idsIn(db).storeId('星澜美妆')
await db.updateTable('company').set({ booksFrom: '2026-04-01' }).execute()
await startService(db, douyin, { model: 'fixed', monthlyCents: 300_000 })
await createIssuedBill(as('finance'), chenxi, 10_000, { month: '2026-04' })
const { url, get, checks, waiveAll, close, reopen } = closingsOf(world)

beforeEach(() => deleteClosings(db))

const itemOf = (items: readonly Check[], item: string) => items.find((one) => one.item === item)

test('the checklist counts open records, names the first ones, and links to the page that fixes them', async () => {
  const items = await checks('admin', '2026-04')
  assert.deepEqual(
    items.map(({ item }) => item),
    [
      'previousClosed',
      'monthOver',
      'figures',
      'worklogs',
      'payroll',
      'unpriced',
      'draftBills',
      'missingBills',
      'settlements',
      'rerate',
      'missingIssued',
      'claims',
      'negativeMargins',
      'identity',
      'ties',
    ],
  )
  assert.deepEqual(itemOf(items, 'figures'), {
    item: 'figures',
    done: false,
    waivable: true,
    count: 30,
    of: 30,
    cents: null,
    examples: ['星澜美妆'],
    link: '/daily-store-report?from=2026-04-01&to=2026-04-30&only=missing&companyCode=001',
  })
  const missing = itemOf(items, 'missingBills')
  assert.deepEqual([missing?.count, missing?.of, missing?.examples], [1, 1, ['星澜美妆']])
  assert.deepEqual([itemOf(items, 'previousClosed')?.done, itemOf(items, 'monthOver')?.done], [true, true])
  assert.deepEqual([itemOf(items, 'identity')?.done, itemOf(items, 'identity')?.cents], [true, 0])
  assert.deepEqual(
    [itemOf(items, 'identity')?.waivable, itemOf(items, 'monthOver')?.waivable],
    [false, false],
  )
  const may = await checks('admin', '2026-05')
  assert.deepEqual([itemOf(may, 'previousClosed')?.done, itemOf(may, 'monthOver')?.done], [false, false])
  assert.equal(
    itemOf(may, 'previousClosed')?.link,
    '/monthly-financial-history?month=2026-04&companyCode=001',
  )
})

test('a month is closed once every open item has a reason, and the hash identifies its snapshot', async () => {
  const unwaived = await close('admin', '2026-04', { waived: [] })
  assert.deepEqual([unwaived.status, unwaived.body.errorCode], [409, 'CONFLICT'])
  assert.match(unwaived.body.errorMessage ?? '', /^还有 \d+ 项没有处理完/)
  const done = await close('admin', '2026-04')
  assert.equal(done.status, 200, done.body.errorMessage)
  const page: MonthPage = done.data
  assert.deepEqual([page.status, page.snapshotNo, page.isLatestClosed], ['closed', 1, true])
  assert.equal(page.sums.revenueCents, 10_000)
  const [step] = page.steps
  assert.deepEqual([step?.action, step?.byName], ['close', '林知远'])
  assert.ok(step?.waived.some(({ item, reason }) => item === 'missingBills' && reason === '已核对'))
  const snapshot = await db.selectFrom('monthlySnapshot').selectAll().executeTakeFirstOrThrow()
  const content = snapshot.content as unknown as LiveResult
  assert.deepEqual([snapshot.hash, hashOf(content)], [step?.hash, step?.hash])
  await assert.rejects(sql`update monthly_snapshot set no = 9`.execute(db), /append-only/)
  const again = await close('admin', '2026-04')
  assert.equal(again.body.errorCode, 'WRONG_STATE')
})

test('waivers cannot close a month that is not over or whose previous month is open', async () => {
  const early = await close('admin', '2026-05')
  assert.deepEqual([early.status, early.body.errorMessage], [409, '上个月还没有结账，请先结上个月。'])
  assert.equal((await close('admin', '2026-04')).status, 200)
  const running = await close('admin', '2026-05')
  assert.equal(running.body.errorMessage, '这个月还没有过完，下个月才能结账。')
})

test('a month is over on the day after its last day', async () => {
  const isOver = async () => itemOf(await checks('admin', '2026-05'), 'monthOver')?.done
  await setClockTo(world, '2026-05-31')
  assert.equal(await isOver(), false)
  await setClockTo(world, '2026-06-01')
  assert.equal(await isOver(), true)
  await setClockTo(world, '2026-05-19')
})

test('the only admin reopens the latest closed month with a reason; closing it again creates the next snapshot', async () => {
  await close('admin', '2026-04')
  assert.equal((await reopen('admin', '2026-04', '')).status, 400)
  const open = await reopen('admin', '2026-04', '漏了一张账单')
  assert.deepEqual([open.status, open.data.status, open.data.snapshotNo], [200, 'reopened', null])
  await createIssuedBill(as('finance'), chenxi, 5_000, { month: '2026-04' })
  const { items } = (await as('admin').get(url('2026-04', '/differences'))).data
  assert.deepEqual(items[0], {
    part: null,
    name: '',
    figure: '退款与调整',
    beforeCents: 10_000,
    nowCents: 15_000,
  })
  const parts = (await as('admin').get(`${url('2026-04', '/parts')}?by=customer&companyCode=001`)).data
  assert.equal(parts.items[0].revenueCents, 15_000, 'what stands now, not what the snapshot says')
  const closed = (await close('admin', '2026-04')).data
  assert.deepEqual([closed.status, closed.snapshotNo, closed.sums.revenueCents], ['closed', 2, 15_000])
  assert.deepEqual(
    closed.steps.map(({ action }: { action: string }) => action),
    ['close', 'reopen', 'close'],
  )
  const count = await db.selectFrom('monthlySnapshot').select('no').orderBy('no').execute()
  assert.deepEqual(
    count.map(({ no }) => no),
    [1, 2],
  )
  assert.deepEqual((await as('admin').get(url('2026-04', '/differences'))).data.items, [])
})

test('a month before the books begin cannot be closed', async () => {
  const [first] = await checks('admin2', '2025-11')
  assert.deepEqual([first?.item, first?.done, first?.waivable], ['begun', false, false])
  const refused = await close('admin2', '2025-11')
  assert.deepEqual([refused.status, refused.body.errorMessage], [409, '这个月在启用月份之前，不用结账。'])
})

test('if the company has a second admin, that admin confirms a reopening, never the one who requested it', async () => {
  const second = await adminOf(db, '001', 'second')
  await close('admin', '2026-04')
  const requested = await reopen('admin', '2026-04', '漏了一张账单')
  assert.deepEqual([requested.data.status, requested.data.reopening.mine], ['closed', true])
  const confirm = (who: string, version: number) =>
    as(who).post(url('2026-04', '/confirm-reopen'), { version })
  const { version } = requested.data
  const ownConfirmation = await confirm('admin', version)
  assert.deepEqual([ownConfirmation.status, ownConfirmation.body.errorCode], [403, 'FORBIDDEN'])
  assert.equal((await confirm(second, version - 1)).body.errorCode, 'STALE')
  const done = await confirm(second, version)
  assert.deepEqual([done.status, done.data.status, done.data.reopening], [200, 'reopened', null])
  assert.equal((await confirm(second, done.data.version)).body.errorCode, 'WRONG_STATE')
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', second).execute()
  assert.deepEqual(await reopeningNotices(db), [
    ['袁朗', '{name}申请反结账 {month}，请您确认', '漏了一张账单'],
    ['林知远', '{name}确认了您申请的反结账 {month}', null],
  ])
})

test('only the requesting admin can withdraw a request; the month stays closed, and a reopening can be requested again', async () => {
  const second = await adminOf(db, '001', 'third')
  await close('admin', '2026-04')
  const withdraw = async (who: string) =>
    as(who).post(url('2026-04', '/withdraw-reopen'), { version: (await get('admin', '2026-04')).version })
  assert.equal((await withdraw('admin')).body.errorCode, 'WRONG_STATE')
  await reopen('admin', '2026-04', '看错了')
  assert.equal((await withdraw(second)).body.errorCode, 'FORBIDDEN')
  const foreign = { companyCode: '001', version: 1 }
  assert.equal((await as('admin2').post(url('2026-04', '/withdraw-reopen'), foreign)).status, 404)
  const page: MonthPage = (await withdraw('admin')).data
  assert.deepEqual(
    [page.status, page.reopening, page.steps.map(({ action }) => action)],
    ['closed', null, ['withdraw-reopen', 'request-reopen', 'close']],
  )
  const again = { version: page.version, reason: '真的漏了' }
  assert.equal((await as(second).post(url('2026-04', '/reopen'), again)).data.reopening.byName, '袁朗')
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', second).execute()
})

test('each company closes its own months: an admin of another company gets 404, the headquarters names the company', async () => {
  const foreign = { companyCode: '001', version: 0, waived: [] }
  assert.equal((await as('admin2').post(url('2026-04', '/close'), foreign)).status, 404)
  assert.equal((await as('admin2').get(`${url('2026-04', '/checklist')}?companyCode=001`)).status, 404)
  for (const who of ['finance', 'sales', 'head']) {
    assert.equal((await as(who).get(url('2026-04', '/checklist'))).status, 403)
  }
  await as('admin2').post(url('2026-04', '/lines'), { label: '房租', amountCents: 100 })
  const waived = await waiveAll('admin', '2026-04', '?companyCode=002')
  const done = await as('admin').post(url('2026-04', '/close'), { companyCode: '002', version: 0, waived })
  assert.equal(done.status, 200, done.body.errorMessage)
  assert.equal((await get('admin2', '2026-04')).status, 'closed')
  assert.equal((await get('admin', '2026-04', '?companyCode=001')).status, 'open')
})

test('manual lines are added and removed only while the month is open, each with an audit line', async () => {
  const line = { label: '房租', amountCents: 800_000 }
  const added = (await as('admin').post(url('2026-04', '/lines'), line)).data
  assert.deepEqual([added.label, added.amountCents, added.createdByName], ['房租', 800_000, '林知远'])
  assert.equal((await as('admin').post(url('2026-04', '/lines'), { ...line, amountCents: 0 })).status, 400)
  const remove = (who: string, id: number) =>
    as(who).delete(url('2026-04', `/lines/${id}`), { version: added.version })
  assert.equal((await remove('admin2', added.id)).status, 404)
  assert.equal((await get('admin', '2026-04', '?companyCode=001')).sums.manualCents, 800_000)
  await close('admin', '2026-04')
  assert.equal((await remove('admin', added.id)).body.errorCode, 'PERIOD_CLOSED')
  const late = await as('admin').post(url('2026-04', '/lines'), line)
  assert.equal(late.body.errorMessage, '手工项只能记在 2026-05 至 2026-05。')
  await reopen('admin', '2026-04', '房租记错')
  assert.equal((await remove('admin', added.id)).status, 200)
  const auditRows = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'monthly-financial')
    .where('companyCode', '=', '001')
    .where('action', 'in', ['add-line', 'remove-line'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    auditRows.map(({ action }) => action),
    ['add-line', 'remove-line'],
  )
})
