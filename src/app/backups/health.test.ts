import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { backupHealth } from './health.ts'
import { beginRun, endRun, type RunOf } from './runs.ts'

const { db } = await testApp(seedWorld)
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)
const REASON = { sentence: '那里的空间不足。' }

async function stored(of: RunOf, state: 'done' | 'failed', at: number): Promise<void> {
  const id = await beginRun(db, of, 'houtai-000001.backup', minutes(at))
  const outcome = state === 'failed' ? REASON : null
  await endRun(db, id, {
    state,
    file: 'houtai-000001.backup',
    bytes: 5,
    rows: 6,
    outcome,
    endedAt: minutes(at + 1),
  })
}

test('a server without targets makes no backups, so nothing is missing', async () => {
  const health = await backupHealth(db, { databaseUrl: 'postgres://x', backupTo: '' }, NOON)
  assert.deepEqual(health, { backup: null, copies: [], testRestore: null })
})

test('health names the age, the failures since the last success and their reason, for each target', async () => {
  await stored({ kind: 'backup', target: 'local' }, 'done', 0)
  await stored({ kind: 'copy', target: 's3' }, 'failed', 1)
  await stored({ kind: 'copy', target: 's3' }, 'done', 2)
  await stored({ kind: 'copy', target: 's3' }, 'failed', 62)
  await stored({ kind: 'copy', target: 's3' }, 'failed', 72)
  const settings = { databaseUrl: undefined, backupTo: 's3://bucket folder:/mnt/x' }
  const { backup, copies, testRestore } = await backupHealth(db, settings, minutes(90))
  assert.deepEqual([backup?.ageMs, backup?.failures, backup?.bytes, backup?.rows], [90 * 60_000, 0, 5, 6])
  const [s3, share] = copies
  assert.deepEqual([s3?.target, s3?.ageMs, s3?.failures, s3?.reason], ['s3', 88 * 60_000, 2, REASON])
  assert.deepEqual(s3?.firstAt, minutes(1))
  assert.deepEqual([share?.target, share?.ageMs, share?.failures, share?.firstAt], ['folder', null, 0, null])
  assert.deepEqual([testRestore?.target, testRestore?.ageMs], ['s3', null])
})
