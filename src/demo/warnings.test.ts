import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { makeDemo, seedDemo } from './seed.ts'
import { testSettlements } from './testSettlements.ts'

/** No long holiday is in the relevant weeks; weeks with promotions are not compared. */
const AUTUMN = new Date('2026-11-26T04:00:00Z')

const { as, clock, db } = await testApp(async (database) => {
  const demo = await makeDemo(() => AUTUMN)
  await database.transaction().execute((tx) => seedDemo(tx, () => AUTUMN, TEST_KEYS, demo))
})

test('red warnings of about three months ago have a hit rate: half of the customers left', async () => {
  clock.now = AUTUMN
  const { hits } = (await as('admin').get('/api/warnings/overview')).data
  assert.deepEqual(hits, [{ kind: 'fall', red: 4, left: 2 }])
})

testSettlements({ as, db }, ['2026-10', '2026-11'])
