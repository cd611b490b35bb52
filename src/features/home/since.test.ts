import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'
import { notify } from '#features/notices/queries.ts'
import { visitAfter } from './visits.ts'

const { as, db, clock } = await testApp(seedWorld)
const NOON = clock.now

const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const { id: staffId } = await db
  .selectFrom('staff')
  .select('id')
  .where('username', '=', 'agent')
  .executeTakeFirstOrThrow()
const tell = (at: Date) =>
  notify(db, [
    {
      ...{ companyCode: '001', staffId, kind: 'worklogReturned', at, link: '/store-worklog' },
      ...{ title: { sentence: '待审核的日志' }, text: null },
    },
  ])

test('a visit goes on for half an hour of silence; then another begins, and knows when the last one ended', () => {
  const first = visitAfter(undefined, NOON)
  assert.deepEqual(first, { beganAt: NOON, seenAt: NOON, beforeAt: null })
  const same = visitAfter(first, after(30))
  assert.deepEqual(same, { beganAt: NOON, seenAt: after(30), beforeAt: null })
  assert.deepEqual(visitAfter(same, after(61)), {
    ...{ beganAt: after(61), seenAt: after(61), beforeAt: after(30) },
  })
})

test('home: since the last visit is what was told after it, and the same as the notices have', async () => {
  const sinceOf = async (who: string) => (await as(who).get('/api/home')).data.since
  assert.equal(await sinceOf('agent'), null)
  await as('agent').post('/api/home/visit')
  assert.equal(await sinceOf('agent'), null)
  await tell(after(-5))
  await tell(after(10))
  clock.now = after(60)
  await as('agent').post('/api/home/visit')
  const since = await sinceOf('agent')
  assert.deepEqual([since.at, since.count], [NOON.toISOString(), 1])
  const [newest] = (await as('agent').get('/api/notices')).data.items
  assert.deepEqual(since.items, [newest])
  assert.equal(await sinceOf('head'), null)
  clock.now = NOON
})

test('home: without logs there are none to review and none to mend', async () => {
  for (const who of ['admin', 'head', 'agent', 'sales', 'finance']) {
    assert.deepEqual((await as(who).get('/api/home')).data.work, [], who)
  }
})
