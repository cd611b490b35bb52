import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { NOON, testApp } from '#testing/testApp.ts'
import { type ArchiverState, archiverFault, archiverState, segmentsBetween } from './archiver.ts'

const { asProgram } = await testApp(async () => {})

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * MINUTE)

const HEALTHY: ArchiverState = {
  isOn: true,
  lastArchivedAt: minutesAgo(1),
  lastFailedAt: minutesAgo(90),
  waitingSegments: 0,
  lastBaseBackupAt: minutesAgo(600),
}
const faultOf = (changes: Partial<ArchiverState>) => archiverFault({ ...HEALTHY, ...changes }, NOON)

test('the program’s role can read the state; a server that does not archive has no fault', async () => {
  const state = await archiverState(asProgram)
  assert.equal(state.isOn, false)
  assert.equal(archiverFault(state, NOON), null)
  const { rows } = await sql<{ files: number }>`select count(*) as files from pg_ls_waldir()`.execute(
    asProgram,
  )
  assert.ok(Number(rows[0]?.files) > 0)
})

test('a failure after the last success is a fault, an earlier one is not', () => {
  assert.equal(faultOf({}), null)
  assert.deepEqual(faultOf({ lastFailedAt: minutesAgo(0), waitingSegments: 1 }), {
    fault: 'failing',
    since: minutesAgo(1),
    waitingSegments: 1,
  })
  assert.deepEqual(faultOf({ lastArchivedAt: null, waitingSegments: null }), {
    fault: 'failing',
    since: null,
    waitingSegments: null,
  })
})

test('segments that wait for minutes without a failure are a fault; an idle server is not', () => {
  assert.equal(faultOf({ lastArchivedAt: minutesAgo(600), lastFailedAt: null }), null)
  assert.equal(faultOf({ waitingSegments: 20 }), null)
  assert.equal(
    faultOf({ lastArchivedAt: minutesAgo(6), lastFailedAt: null, waitingSegments: 2 })?.fault,
    'stuck',
  )
  assert.equal(faultOf({ lastArchivedAt: null, lastFailedAt: null, waitingSegments: 0 }), null)
})

test('waiting segments are counted over the limit of a log, and from a backup’s history file', () => {
  const megabytes16 = 2 ** 24
  const between = (archived: string | null, current: string | null) =>
    segmentsBetween(archived, current, megabytes16)
  assert.equal(between('000000010000000000000004', '000000010000000000000005'), 0)
  assert.equal(between('0000000100000000000000FE', '000000020000000100000001'), 2)
  assert.equal(between('000000010000000000000004.00000028.backup', '000000010000000000000007'), 2)
  assert.equal(between('00000002.history', '000000020000000000000005'), null)
  assert.equal(between(null, '000000020000000000000005'), null)
})
