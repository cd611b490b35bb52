import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { beginBooks, seedWorld } from '#testing/testWorld.ts'
import { addBegunLines } from './lineQueries.ts'

const { as, db, clock } = await testApp(seedWorld)
await beginBooks(db, '2026-04')

const linesOf = async (companyCode: string) =>
  (
    await db
      .selectFrom('monthlyManualLine')
      .select(['monthOn', 'amountCents'])
      .where('companyCode', '=', companyCode)
      .orderBy('monthOn')
      .execute()
  ).map(({ monthOn }) => monthOn)
const begin = (month: string) => addBegunLines(db, { month, at: clock.now })
const rent = { label: '房租', amountCents: 800_000, monthly: true }

test('a recurring cost has one line in each month that has begun, and in each later month once it begins', async () => {
  const added = await as('admin').post('/api/monthly-financials/2026-04/lines', rent)
  assert.deepEqual([added.status, added.data.monthly], [200, { to: null }])
  assert.deepEqual(await linesOf('001'), ['2026-04-01', '2026-05-01'])
  assert.equal(await begin('2026-07'), 2)
  assert.equal(await begin('2026-07'), 0)
  assert.deepEqual((await linesOf('001')).slice(2), ['2026-06-01', '2026-07-01'])
})

test('a stopped recurring cost keeps its lines and gets no more', async () => {
  const { manualLines } = (await as('admin').get('/api/monthly-financials/2026-05?companyCode=001')).data
  const [{ id, version }] = manualLines
  const { status, data } = await as('admin').post(`/api/monthly-financials/2026-05/lines/${id}/stop`, {
    version,
  })
  assert.deepEqual([status, data.monthly], [200, { to: '2026-07' }])
  assert.equal(await begin('2026-09'), 0)
  assert.equal((await linesOf('001')).length, 4)
})

test('adding a recurring cost adds no line of another company, and a month closed in the meantime gets no line', async () => {
  const other = { ...rent, to: '2026-08' }
  assert.equal((await as('admin2').post('/api/monthly-financials/2026-05/lines', other)).status, 200)
  // Make its line of May due again.
  await db.deleteFrom('monthlyManualLine').where('companyCode', '=', '002').execute()
  await db
    .updateTable('monthlyRecurringLine')
    .set({ nextOn: '2026-05-01' })
    .where('companyCode', '=', '002')
    .execute()
  const added = await as('admin').post('/api/monthly-financials/2026-05/lines', { ...rent, label: '物业' })
  assert.equal(added.status, 200)
  assert.deepEqual(await linesOf('002'), [])
  await closeMonth(db, '002', '2026-06')
  assert.equal(await begin('2026-09'), 7)
  assert.deepEqual(await linesOf('002'), ['2026-05-01', '2026-07-01', '2026-08-01'])
})
