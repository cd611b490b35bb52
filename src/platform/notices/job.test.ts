import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#kit/calendar.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { NoticeMessage } from './contract.ts'
import { noticesJob } from './job.ts'
import { notify } from './queries.ts'

const { as, db, clock } = await testApp(seedWorld)
const today = '2026-05-19'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const run = () =>
  noticesJob.work({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    log,
    isStopping: () => false,
    dueAt: noticesJob.dueAt(clock.now),
  })
/** Read from the table, because sessions expire while the clock moves by days. */
const titlesOf = async (who: string) => {
  const rows = await db
    .selectFrom('notice')
    .innerJoin('staff', 'staff.id', 'notice.staffId')
    .select('notice.title')
    .where('staff.username', '=', who)
    .orderBy('notice.id', 'desc')
    .execute()
  return rows.map(({ title }) => {
    const { sentence, values } = NoticeMessage.parse(title)
    return sentence.replace('{n}', String(values.n))
  })
}
const customer = await db
  .selectFrom('customer')
  .selectAll()
  .where('name', '=', '宏远数码')
  .executeTakeFirstOrThrow()
const endOn = (contractEndOn: string, more: object = {}) =>
  db
    .updateTable('customer')
    .set({ contractEndOn, ...more })
    .where('id', '=', customer.id)
    .execute()

test('job: only the owner of a contract is notified of its end, once each at 30, 7 and 0 days', async () => {
  const sentTitles: string[] = []
  for (const left of [31, 30, 29, 8, 7, 1, 0]) {
    await endOn(addDays(today, 31))
    clock.now = new Date(`${addDays(today, 31 - left)}T00:00:00Z`)
    await run()
    await run()
    const titles = await titlesOf('sales2')
    if (titles.length > sentTitles.length) sentTitles.push(...titles.slice(0, 1))
  }
  assert.deepEqual(sentTitles, [
    '「{customer}」的合同还有 30 天到期',
    '「{customer}」的合同还有 7 天到期',
    '「{customer}」的合同今天到期',
  ])
  assert.deepEqual(await titlesOf('sales'), [])
  clock.now = NOON
})

test('job: there is no notice for a churned customer', async () => {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'sales')
    .executeTakeFirstOrThrow()
  await endOn(addDays(today, 5), { status: 'churned', ownerId: id })
  await run()
  assert.deepEqual(await titlesOf('sales'), [])
})

test('job: a follow-up is announced on its day or when late, again once postponed, not once done', async () => {
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('name', '=', '杭州晨曦家居有限公司')
    .executeTakeFirstOrThrow()
  const followUp = await as('sales').post('/api/follow-ups', {
    customerId: id,
    dueOn: today,
    text: '续约报价',
  })
  await run()
  await run()
  assert.deepEqual(await titlesOf('sales'), ['今天要跟进「{customer}」'])
  const put = await as('sales').patch(`/api/follow-ups/${followUp.data.id}`, {
    version: followUp.data.version,
    dueOn: addDays(today, 2),
  })
  clock.now = new Date(`${addDays(today, 4)}T00:00:00Z`)
  await run()
  clock.now = NOON
  assert.deepEqual(await titlesOf('sales'), ['「{customer}」的跟进已过 2 天', '今天要跟进「{customer}」'])
  await as('sales').post(`/api/follow-ups/${followUp.data.id}/done`, { version: put.data.version })
  clock.now = new Date(`${addDays(today, 5)}T00:00:00Z`)
  await run()
  assert.equal((await titlesOf('sales')).length, 2)
})

test('job: notices older than 90 days are deleted', async () => {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'finance')
    .executeTakeFirstOrThrow()
  const notice = (days: number) => ({
    companyCode: '001',
    staffId: id,
    kind: 'mention' as const,
    title: { sentence: '已过 {n} 天' },
    text: null,
    link: '/welcome',
    at: new Date(clock.now.getTime() - days * 86_400_000),
  })
  await notify(db, [notice(89), notice(92)])
  await run()
  assert.equal((await titlesOf('finance')).length, 1)
})
