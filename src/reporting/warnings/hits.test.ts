import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Day } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { customerIdOf, enterState, putWeek, putWeeks, storeIdOf } from '#testing/testWarnings.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const chenxi = await customerIdOf(db, '杭州晨曦家居有限公司')
const handlerId = await idsIn(db).staffId('sales')

/**
 * Three falling weeks: yellow on 2026-03-02, red on 2026-03-09 and 2026-03-16. At the tests' current time, 2026-05-19,
 * the 60 days of the second week are over, those of the third are not.
 */
before(async () => {
  // Remove the seeded promotions, which would skip these weeks.
  await db.deleteFrom('promotionPeriod').execute()
  const tmall = await storeIdOf(db, 'DP0001')
  await enterState(db, tmall, 'serving', '2025-09-01')
  await putWeeks(db, tmall, { upTo: '2026-02-23', count: 8, daily: 100 })
  for (const [week, daily] of [
    ['2026-03-02', 50],
    ['2026-03-09', 40],
    ['2026-03-16', 30],
  ] as const) {
    await putWeek(db, tmall, week, Array<number>(7).fill(daily))
    const { status, body } = await as('admin').post('/api/warnings/run', { week })
    assert.equal(status, 200, body.errorMessage)
  }
})

const hitsOf = async (who: string) => (await as(who).get('/api/warnings/overview')).data.hits

/** Creates a confirmed churn record with a last day of service. */
async function confirmChurn(stopOn: Day): Promise<void> {
  await db.deleteFrom('churnRecord').execute()
  await db
    .insertInto('churnRecord')
    .values({
      companyCode: '001',
      subject: 'customer',
      customerId: chenxi,
      status: 'churned',
      handlerId,
      detectedOn: stopOn,
      stopOn,
      confirmedOn: stopOn,
      reason: 'price',
    })
    .execute()
}

test('a red warning counts after 60 days; more recent and yellow warnings do not', async () => {
  const { items } = (await as('admin').get('/api/warnings?sort=weekOn')).data
  assert.deepEqual(
    items.map(({ weekOn, level }: { weekOn: string; level: string }) => `${weekOn} ${level}`),
    ['2026-03-02 yellow', '2026-03-09 red', '2026-03-16 red'],
  )
  assert.deepEqual(await hitsOf('admin'), [{ kind: 'fall', red: 1, left: 0 }])
})

for (const [stopOn, left] of [
  ['2026-03-08', 0],
  ['2026-03-09', 1],
  ['2026-05-14', 1],
  ['2026-05-15', 0],
] as const) {
  test(`a customer whose last day of service was ${stopOn} is ${left ? 'a' : 'no'} hit`, async () => {
    await confirmChurn(stopOn)
    assert.deepEqual(await hitsOf('admin'), [{ kind: 'fall', red: 1, left }])
  })
}

test('a customer who came back still counts as a hit; one in retention does not', async () => {
  await confirmChurn('2026-04-01')
  await db.updateTable('churnRecord').set({ status: 'won_back', wonBackOn: '2026-05-01' }).execute()
  assert.equal((await hitsOf('admin'))[0].left, 1)
  await db.updateTable('churnRecord').set({ status: 'retaining', wonBackOn: null }).execute()
  assert.equal((await hitsOf('admin'))[0].left, 0)
})

test('the hit rate covers the customers within reach and the requested kinds', async () => {
  assert.deepEqual(await hitsOf('head'), [{ kind: 'fall', red: 1, left: 0 }])
  assert.deepEqual(await hitsOf('head2'), [])
  assert.deepEqual(await hitsOf('admin2'), [])
  const { hits } = (await as('admin').get('/api/warnings/overview?kind=over')).data
  assert.deepEqual(hits, [])
  assert.equal((await as('sales').get('/api/warnings/overview')).status, 403)
  assert.equal((await as('admin').get('/api/warnings/overview?kind=lost')).status, 400)
})
