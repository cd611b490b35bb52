import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { NOON, testApp } from '#testing/testApp.ts'
import { clockFrom, databaseClock } from './clock.ts'

const DAY = 24 * 60 * 60_000

/**
 * A machine and a database with clocks that a test moves. `takes`: the round trip of the next queries in ms, half each
 * way.
 */
async function clocks({ ahead = 0, takes = 0 } = {}) {
  const state = {
    wall: NOON.getTime(),
    elapsed: 1_000,
    database: NOON.getTime() + ahead,
    takes,
    readCount: 0,
  }
  const pass = (ms: number) => {
    state.wall += ms
    state.elapsed += ms
    state.database += ms
  }
  const readTime = async () => {
    state.readCount += 1
    pass(state.takes / 2)
    const now = state.database
    pass(state.takes / 2)
    return { now, roundTrip: state.takes }
  }
  const time = await clockFrom(readTime, { wall: () => state.wall, elapsed: () => state.elapsed })
  const error = () => time.clock().getTime() - state.database
  return { state, pass, time, error }
}

test('the clock shows the database’s time, corrected by half the round trip', async () => {
  const { state, pass, time, error } = await clocks({ ahead: -90_000, takes: 300 })
  assert.equal(error(), 0)
  assert.equal(time.offsetMs(), -90_000)
  pass(3_600_000)
  assert.equal(error(), 0)
  state.database += 7_000
  await time.measure()
  assert.equal(error(), 0)
  assert.equal(time.offsetMs(), -83_000)
})

test('a jump of the wall clock does not change the time, shows in the offset and triggers a measurement', async () => {
  const { state, pass, time, error } = await clocks({ takes: 10 })
  for (const jump of [2 * DAY, -3 * DAY]) {
    pass(30_000)
    state.wall += jump
    const offset = state.database - state.wall
    assert.equal(error(), 0)
    assert.equal(Math.round(time.offsetMs()), offset)
  }
  assert.ok(state.readCount > 1)
})

test('after a sleep of the machine, which the monotonic clock does not count, the next read triggers a correction', async () => {
  const { state, pass, time, error } = await clocks()
  pass(30_000)
  state.wall += DAY
  state.database += DAY
  assert.equal(error(), -DAY)
  await new Promise(setImmediate)
  assert.equal(error(), 0)
  assert.equal(time.offsetMs(), 0)
})

test('a measurement within the error of the round trip does not change the clock', async () => {
  const { state, time } = await clocks()
  const before = time.offsetMs()
  for (const wrong of [40, -40]) {
    state.takes = 100
    state.database += wrong
    await time.measure()
    state.database -= wrong
  }
  assert.equal(time.offsetMs(), before)
})

test('a slow measurement is ignored, except for the first one', async () => {
  const { state, time, error } = await clocks({ takes: 5_000 })
  assert.equal(error(), 0)
  state.database += 60_000
  await time.measure()
  assert.equal(error(), -60_000)
  state.takes = 20
  await time.measure()
  assert.equal(error(), 0)
})

test('a failed measurement leaves the clock unchanged', async () => {
  let fails = false
  const readTime = async () => {
    if (fails) throw new Error('gone')
    return { now: NOON.getTime(), roundTrip: 0 }
  }
  const machine = { wall: 0, elapsed: 0 }
  const time = await clockFrom(readTime, { wall: () => machine.wall, elapsed: () => machine.elapsed })
  fails = true
  machine.elapsed += 60_000
  await assert.rejects(time.measure(), /gone/)
  assert.deepEqual(time.clock(), new Date(NOON.getTime() + 60_000))
})

test('the clock follows a real database', async () => {
  const { db } = await testApp(async () => {})
  const databaseNow = async () =>
    (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now.getTime() ?? 0
  const before = await databaseNow()
  const { clock } = await databaseClock(db)
  const shown = clock().getTime()
  const after = await databaseNow()
  // The error is at most half a round trip in either direction.
  const slack = after - before + 2
  assert.ok(before - slack <= shown && shown <= after + slack, `${before} ${shown} ${after}`)
})
