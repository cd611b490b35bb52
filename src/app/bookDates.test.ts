import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import {
  billWrites,
  costWrites,
  openingWrites,
  payWrites,
  storeWrites,
  TRIED,
  type When,
} from '#testing/testBookDates.ts'
import { COUNTS_NOWHERE } from '#testing/testBookReasons.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { dateFieldsOf } from '#testing/testDates.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'

const world = await testApp(seedWorld)
const { db } = world
const { customerId, staffId, storeId } = idsIn(db)
await db.updateTable('company').set({ booksFrom: '2026-03-01' }).execute()
await closeMonth(db, '001', '2026-03')

const writes = [
  ...billWrites(world, await customerId('宏远数码')),
  ...openingWrites(world, await customerId('恒月母婴')),
  ...costWrites(world, await staffId('agent')),
  ...payWrites(world, { staffId: await staffId('sales'), otherId: await staffId('sales2') }),
  ...storeWrites(world, {
    storeId: await storeId('晨曦家居旗舰店'),
    agentId: await staffId('agent3'),
    otherAgentId: await staffId('agent'),
  }),
]

for (const { field, accepted, call } of writes) {
  test(`${field} accepts only: ${accepted.join(', ') || 'none of the tried days'}`, async () => {
    const found: When[] = []
    for (const [when, day] of Object.entries(TRIED) as [When, string][]) {
      const { status, body } = await call(day)
      if (status === 200) found.push(when)
      else assert.ok(status === 400 || status === 409, `${when}: ${status} ${body.errorMessage}`)
    }
    assert.deepEqual(found, accepted)
  })
}

test('every date field of every write is either tried or listed with a reason, not both', () => {
  const fields = featuresWith(SIGN_IN)
    .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ method, path, input }) => dateFieldsOf(input).map((field) => `${method} ${path} ${field}`))
  const tried = writes.map(({ field }) => field)
  const excused = Object.values(COUNTS_NOWHERE).flat()
  const none = (found: string[], what: string) => assert.deepEqual(found, [], what)
  none(
    fields.filter((field) => !tried.includes(field) && !excused.includes(field)),
    'tried nowhere, and without a reason',
  )
  none(
    excused.filter((field) => tried.includes(field)),
    'tried, and with a reason as well',
  )
  none(
    [...tried, ...excused].filter((field) => !fields.includes(field)),
    'no field',
  )
})
