import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_WAIT_MS, sealer } from './sealer.ts'

const { as, db } = await testApp(seedWorld)
const KEY = TEST_KEYS('audit')

/** A sealer whose clock a test sets, and the waiting times that it reported. */
function watched(key: KeyObject) {
  const state = { now: 0, reportedWaits: [] as number[] }
  const auditSealer = sealer({
    db,
    key,
    elapsed: () => state.now,
    onOverdue: ({ waitingMs }) => void state.reportedWaits.push(waitingMs),
  })
  return { ...auditSealer, state }
}

const unsealed = async () => (await db.selectFrom('auditUnsealed').selectAll().execute()).length

test('lines written through the API are sealed after one round, without an alarm', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '封存的客户' })).status, 200)
  assert.equal(await unsealed(), 1)
  const { seal, unsealedMs: waitingMs, state } = watched(KEY)
  await Promise.all([seal(), seal()])
  assert.equal(await unsealed(), 0)
  state.now = MAX_WAIT_MS
  await seal()
  assert.deepEqual([waitingMs(), state.reportedWaits], [0, []])
})

test('a line that waits ten seconds is reported once', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '等待封存的客户' })).status, 200)
  const { seal, unsealedMs: waitingMs, state } = watched(KEY)
  await sql`alter table audit_seal rename to away`.execute(db)
  for (const now of [0, MAX_WAIT_MS - 1]) {
    state.now = now
    await assert.rejects(seal(), /audit_seal/)
  }
  assert.deepEqual(state.reportedWaits, [])
  for (const now of [MAX_WAIT_MS, 2 * MAX_WAIT_MS]) {
    state.now = now
    await assert.rejects(seal(), /audit_seal/)
  }
  assert.deepEqual([waitingMs(), state.reportedWaits], [2 * MAX_WAIT_MS, [MAX_WAIT_MS]])
  await sql`alter table away rename to audit_seal`.execute(db)
  await seal()
  assert.deepEqual([await unsealed(), waitingMs(), state.reportedWaits.length], [0, 0, 1])
})

test('a machine that sleeps between two rounds has not let a line wait; a round that hangs has', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '睡眠前的客户' })).status, 200)
  const { seal, unsealedMs: waitingMs, state } = watched(KEY)
  await sql`alter table audit_seal rename to away`.execute(db)
  await assert.rejects(seal(), /audit_seal/)
  state.now = 6 * MAX_WAIT_MS
  assert.equal(waitingMs(), 0)
  const round = seal()
  assert.equal(waitingMs(), 6 * MAX_WAIT_MS)
  await assert.rejects(round, /audit_seal/)
  await sql`alter table away rename to audit_seal`.execute(db)
  await seal()
  assert.deepEqual([await unsealed(), waitingMs()], [0, 0])
})
