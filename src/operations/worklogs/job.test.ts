import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '#kit/text.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import { owedLogsJob } from './job.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)
const { staffId } = idsIn(db)
const YESTERDAY = '2026-05-18'

const log = { info: () => {}, warn: () => {}, error: () => {} }
/** Runs the job as of the morning of 19 May; can be repeated. */
const run = () =>
  owedLogsJob.work({
    db,
    clock: () => NOON,
    keyFor: TEST_KEYS,
    log,
    isStopping: () => false,
    dueAt: owedLogsJob.dueAt(NOON),
  })

interface Notice {
  title: { sentence: string; values: object }
  text: { sentence: string } | null
  link: string
}

const noticesOf = async (who: string): Promise<Notice[]> =>
  (await as(who).get('/api/notices?kind=worklogOwed')).data.items

test('an agent who was rostered yesterday and has not submitted is notified once, with a link', async () => {
  const written = { companyCode: '001', shift: 'morning', onDay: YESTERDAY, summary: '正常', halfHours: 16 }
  await db
    .insertInto('worklog')
    .values([
      { ...written, staffId: await staffId('agent2'), status: 'submitted', submittedAt: NOON },
      { ...written, staffId: await staffId('agent3'), status: 'draft' },
    ])
    .execute()
  assert.equal(inChinese(await run()), '提醒了 2 人。')
  assert.equal(inChinese(await run()), '提醒了 0 人。')
  const [notice, ...others] = await noticesOf('agent')
  assert.deepEqual(others, [])
  assert.deepEqual(notice?.title, { sentence: '您 {day} 的工作日志还没有提交', values: { day: '05-18' } })
  assert.deepEqual([notice?.text, notice?.link], [null, `/store-worklog?on=${YESTERDAY}`])
  assert.match((await noticesOf('agent3'))[0]?.text?.sentence ?? '', /草稿/)
  for (const who of ['agent2', 'head', 'admin', 'sales']) assert.deepEqual(await noticesOf(who), [], who)
})

test('agents who rested, or who have switched the notice off, are not notified', async () => {
  await db.deleteFrom('notice').execute()
  const rest = { companyCode: '001', onDay: YESTERDAY, shift: 'rest', createdAt: NOON }
  await db
    .insertInto('rosterShift')
    .values({ ...rest, staffId: await staffId('agent'), createdBy: await staffId('head') })
    .execute()
  await as('agent3').patch('/api/notices/settings', { kind: 'worklogOwed', on: false })
  assert.equal(inChinese(await run()), '提醒了 0 人。')
  const settings = (await as('sales').get('/api/notices/settings')).data
  assert.ok(!settings.some(({ kind }: { kind: string }) => kind === 'worklogOwed'))
})
