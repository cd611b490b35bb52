import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { putFigures } from '#testing/testFigures.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

// Lists of problems that are empty say how many records were checked, and say nothing reassuring over none.

const { as, db } = await testApp(seedWorld)
const { customerId } = idsIn(db)

/** The lists, with a user who reads them. */
const LISTS = {
  '/api/figures/pending': 'head',
  '/api/figures/differences': 'head',
  '/api/warnings': 'admin',
  '/api/receivables': 'finance',
  '/api/receivables/bills': 'finance',
  '/api/customer-bills/rerates': 'finance',
  '/api/outside-documents': 'finance',
} as const

const read = async (path: keyof typeof LISTS) => {
  const { data } = await as(LISTS[path]).get(`${path}?current=1&pageSize=20`)
  return [data.total, data.covers]
}

test('without records an empty list covers none', async () => {
  for (const path of Object.keys(LISTS) as (keyof typeof LISTS)[])
    assert.deepEqual(await read(path), [0, 0], path)
})

test('an empty list covers the records that were checked; a list with rows is not counted', async () => {
  const bill = await createIssuedBill(as('finance'), await customerId('宏远数码'), 40_000)
  assert.deepEqual(await read('/api/receivables'), [1, null])
  const receipt = { onDay: '2026-05-19', method: 'bank', amountCents: 40_000 }
  await as('finance').post(`/api/customer-bills/${bill.id}/receipts`, receipt)
  assert.deepEqual(await read('/api/receivables'), [0, 1])
  assert.deepEqual(await read('/api/receivables/bills'), [0, 1])
  // The bill and its receipt.
  assert.deepEqual(await read('/api/outside-documents'), [0, 2])
  await putFigures(db, 'DP0001', { '2026-05-18': { consultUsers: 5 } })
  assert.deepEqual(await read('/api/figures/pending'), [0, 1])
  const other = (await as('head2').get('/api/figures/pending?current=1&pageSize=20')).data
  assert.equal(other.covers, 0, 'of stores out of reach nothing is counted')
})
