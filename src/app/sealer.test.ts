import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { LONGEST_WAIT_MS, sealer } from './sealer.ts'
import { TEST_KEYS, testApp } from './testApp.ts'
import { seedWorld } from './testWorld.ts'

const { as, db } = await testApp(seedWorld)
const KEY = TEST_KEYS('audit')

/** A sealer whose clock a test sets, and the waiting times that it reported. */
function watched(key: Buffer) {
  const state = { now: 0, told: [] as number[] }
  const own = sealer({
    ...{ db, key, elapsed: () => state.now },
    onWaiting: ({ waitingMs }) => void state.told.push(waitingMs),
  })
  return { ...own, state }
}

const unsealed = async () => (await db.selectFrom('auditUnsealed').selectAll().execute()).length

test('lines written through the API are sealed after one round, without an alarm', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '封存的客户' })).status, 200)
  assert.equal(await unsealed(), 1)
  const { seal, waitingMs, state } = watched(KEY)
  await Promise.all([seal(), seal()])
  assert.equal(await unsealed(), 0)
  state.now = LONGEST_WAIT_MS
  await seal()
  assert.deepEqual([waitingMs(), state.told], [0, []])
})

test('a line that waits ten seconds is reported once', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '等待封存的客户' })).status, 200)
  const { seal, waitingMs, state } = watched(KEY)
  await sql`alter table audit_seal rename to away`.execute(db)
  for (const now of [0, LONGEST_WAIT_MS - 1]) {
    state.now = now
    await assert.rejects(seal(), /audit_seal/)
  }
  assert.deepEqual(state.told, [])
  for (const now of [LONGEST_WAIT_MS, 2 * LONGEST_WAIT_MS]) {
    state.now = now
    await assert.rejects(seal(), /audit_seal/)
  }
  assert.deepEqual([waitingMs(), state.told], [2 * LONGEST_WAIT_MS, [LONGEST_WAIT_MS]])
  await sql`alter table away rename to audit_seal`.execute(db)
  await seal()
  assert.deepEqual([await unsealed(), waitingMs(), state.told.length], [0, 0, 1])
})
