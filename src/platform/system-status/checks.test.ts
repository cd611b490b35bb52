import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStored, translate } from '#kit/text.ts'
import { checks, findProblems } from './checks.ts'
import type { SystemState } from './state.ts'
import { ARCHIVING, AT, ago, jobOf, nodeOf, QUEUE, stateOf } from './testState.ts'

const keysOf = (state: SystemState) => findProblems(state).map(({ key }) => key)

const GIB = 1024 ** 3
const DAY = 24 * 60
const [local, copy, restore] = stateOf().backups
const { last: DONE } = jobOf()
const { database, audit } = stateOf()
if (!local || !copy || !restore || !DONE) throw new Error('the healthy state lacks a part')

const failed = { state: 'failed' as const, startedAt: ago(10), endedAt: ago(5), outcome: null }
const restarted = { engineRestarts: 1, engineRestartedAt: ago(5).toISOString() }
const mixed = [nodeOf(1, {}, { startedAt: ago(90) }), nodeOf(2, {}, { version: '0.3.0', startedAt: ago(80) })]

/** Each fault with the part of the state that shows it, and the problems that it must be named as. */
const FAULTS: Record<string, { state: Partial<SystemState>; keys: string[] }> = {
  'the last copy of a backup failed': {
    state: { backups: [local, { ...copy, last: failed, failures: 2 }, restore] },
    keys: ['backup.failed:s3'],
  },
  'no backup for two hours': {
    state: {
      backups: [{ ...local, done: local.done && { ...local.done, endedAt: ago(111) } }, copy, restore],
    },
    keys: ['backup.stale:local'],
  },
  'never a backup, although the program has been running for days': {
    state: { backups: [copy, restore] },
    keys: ['backup.stale:local'],
  },
  'an attempt to archive the write-ahead log failed after the last success': {
    state: { archiver: { ...ARCHIVING, lastArchivedAt: ago(9), lastFailedAt: ago(1) } },
    keys: ['archive.failing'],
  },
  'archiving never succeeded': {
    state: { archiver: { ...ARCHIVING, lastArchivedAt: null, lastFailedAt: ago(1) } },
    keys: ['archive.failing'],
  },
  'archiving neither succeeds nor fails while segments wait': {
    state: { archiver: { ...ARCHIVING, lastArchivedAt: ago(9), waitingSegments: 3 } },
    keys: ['archive.failing'],
  },
  'a test restore failed': {
    state: { backups: [local, copy, { ...restore, last: failed, failures: 1 }] },
    keys: ['test-restore.failed:s3'],
  },
  'no test restore for nine days': {
    state: {
      backups: [
        local,
        copy,
        { ...restore, done: restore.done && { ...restore.done, endedAt: ago(9 * DAY) } },
      ],
    },
    keys: ['test-restore.stale:s3'],
  },
  'a job failed and is tried again': {
    state: { jobs: [jobOf({ last: { ...DONE, state: 'failed', attempts: 1 } })] },
    keys: ['job.failed:subscriptions'],
  },
  'a job was given up': {
    state: { jobs: [jobOf({ last: { ...DONE, state: 'failed', attempts: 3 } })] },
    keys: ['job.failed:subscriptions'],
  },
  'a job was not begun for 16 minutes': {
    state: { jobs: [jobOf({ dueAt: ago(16), last: { ...DONE, dueAt: ago(21) } })] },
    keys: ['job.missed:subscriptions'],
  },
  'a job never ran': {
    state: { jobs: [jobOf({ dueAt: ago(16), last: null, lastDoneAt: null })] },
    keys: ['job.missed:subscriptions'],
  },
  'a job runs for three hours': {
    state: { jobs: [jobOf({ last: { ...DONE, state: 'running', startedAt: ago(180), endedAt: null } })] },
    keys: ['job.long:subscriptions'],
  },
  'exports wait and none is written': {
    state: {
      queues: { exports: { ...QUEUE, waiting: 2, waitingSince: ago(6) }, deliveries: QUEUE, imports: QUEUE },
    },
    keys: ['queue.exports'],
  },
  'subscriptions are late': {
    state: {
      queues: { exports: QUEUE, deliveries: { ...QUEUE, waiting: 1, waitingSince: ago(21) }, imports: QUEUE },
    },
    keys: ['queue.deliveries'],
  },
  'a group robot did not take its last message': {
    state: {
      nodes: [
        nodeOf(1, { robots: [{ id: 7, name: '运维群', isReached: true, at: ago(9).toISOString() }] }),
        nodeOf(2, { robots: [{ id: 7, name: '运维群', isReached: false, at: ago(3).toISOString() }] }),
      ],
    },
    keys: ['robot.failing:7'],
  },
  'a node is gone': {
    state: { nodes: [nodeOf(1), nodeOf(2, {}, { beatAt: ago(4) })] },
    keys: ['node.gone:2'],
  },
  'versions differ for more than an hour': { state: { nodes: mixed }, keys: ['node.versions'] },
  'a clock is 5 s behind': { state: { nodes: [nodeOf(1, { clockOffsetMs: 5_200 })] }, keys: ['clock.off:1'] },
  'a clock is 5 s ahead': { state: { nodes: [nodeOf(1, { clockOffsetMs: -5_200 })] }, keys: ['clock.off:1'] },
  'a clock is two days behind': {
    state: { nodes: [nodeOf(1, { clockOffsetMs: 2 * DAY * 60_000 })] },
    keys: ['clock.off:1'],
  },
  'a clock jumped by two days': {
    state: { nodes: [nodeOf(1, { clockJump: { ms: -2 * DAY * 60_000, at: ago(3).toISOString() } })] },
    keys: ['clock.jumped:1'],
  },
  'a disk is low': {
    state: { nodes: [nodeOf(1, { disk: { freeBytes: 30 * GIB, totalBytes: 200 * GIB } })] },
    keys: ['disk.low:1'],
  },
  'a disk is full': { state: { nodes: [nodeOf(1, { isDiskFull: true })] }, keys: ['disk.low:1'] },
  'a disk will be full in ten days': {
    state: { nodes: [nodeOf(1)], diskTrend: new Map([['host1', [{ at: ago(5 * DAY), value: 180 * GIB }]]]) },
    keys: ['disk.filling:1'],
  },
  'the engine restarted': { state: { nodes: [nodeOf(1, restarted)] }, keys: ['engine.restarted:1'] },
  'connections were lost': {
    state: { nodes: [nodeOf(1, { lostConnections: 60 })] },
    keys: ['database.lost'],
  },
  'the database was gone': {
    state: { nodes: [nodeOf(1, { outage: { from: ago(20).toISOString(), to: ago(8).toISOString() } })] },
    keys: ['database.gone'],
  },
  'the database is slow': {
    state: { nodes: [nodeOf(1, { pingMs: 900 }), nodeOf(2)] },
    keys: ['database.slow'],
  },
  'requests failed': {
    state: { nodes: [nodeOf(1, { failedRequests: { quarter: 7, hour: 7 } })] },
    keys: ['errors.5xx'],
  },
  'a chain is broken': {
    state: { audit: { ...audit, broken: [{ companyCode: '002', seq: 17, reason: 'changed', at: ago(2) }] } },
    keys: ['audit.broken:002'],
  },
  'lines are not sealed': { state: { nodes: [nodeOf(1, { unsealedMs: 90_000 })] }, keys: ['audit.unsealed'] },
  'the log has not been verified for three days': {
    state: { audit: { ...audit, verifiedAt: ago(3 * DAY) } },
    keys: ['audit.unverified'],
  },
  deadlocks: { state: { database: { ...database, deadlocks: 6 } }, keys: ['database.deadlocks'] },
  'the database is read-only': {
    state: { database: { ...database, isReadOnly: true } },
    keys: ['database.read-only'],
  },
  'connections run out': {
    state: { database: { ...database, connections: { used: 95, max: 100 } } },
    keys: ['database.connections'],
  },
  'PostgreSQL is too old': {
    state: { database: { ...database, version: '14.2', major: 14 } },
    keys: ['database.old'],
  },
  'the support of PostgreSQL ends soon': {
    state: {
      now: new Date('2027-10-01T00:00:00Z'),
      nodes: [],
      jobs: [],
      expectedBackups: [],
      audit: { ...audit, companies: 0 },
      database: { ...database, version: '15.13', major: 15 },
    },
    keys: ['database.old'],
  },
  'a node is too old to write': {
    state: { nodes: [nodeOf(1)], database: { ...database, newest: '0.4.0', minimum: '0.3.0' } },
    keys: ['schema.refused:1'],
  },
  'a node is older than the database': {
    state: { nodes: [nodeOf(1)], database: { ...database, newest: '0.3.0', schema: '095' } },
    keys: ['schema.older:1'],
  },
}

test('a healthy installation has no problem', () => {
  assert.deepEqual(findProblems(stateOf()), [])
})

for (const [fault, { state, keys }] of Object.entries(FAULTS)) {
  test(`${fault}: it is named, with what to do, in both languages`, () => {
    const found = findProblems(stateOf(state))
    assert.deepEqual(
      found.map(({ key }) => key),
      keys,
    )
    for (const { title, remedy } of found) {
      for (const text of [translate('zh-CN', title), translate('zh-CN', remedy)]) {
        assert.match(text, /\p{Script=Han}/u)
        assert.doesNotMatch(text, /[{}]|undefined|NaN/)
      }
      assert.match(translate('zh-CN', remedy), /^先做：/)
    }
  })
}

test('every check has a fault that it names', () => {
  const named = Object.values(FAULTS).flatMap(({ keys }) => keys)
  const silent = checks.filter(({ key }) => !named.some((name) => name === key || name.startsWith(key)))
  assert.deepEqual(
    silent.map(({ key }) => key),
    [],
  )
})

test('what has just started, stopped or is being upgraded is no problem', () => {
  const fresh = [nodeOf(1, {}, { startedAt: ago(5) })]
  const jobs = [jobOf({ dueAt: ago(300), last: null, lastDoneAt: null })]
  assert.deepEqual(keysOf(stateOf({ nodes: fresh, jobs, backups: [] })), [], 'just started')
  const upgrading = [nodeOf(1), nodeOf(2, {}, { version: '0.3.0', startedAt: ago(1) })]
  assert.deepEqual(keysOf(stateOf({ nodes: upgrading })), [], 'being upgraded')
  const replaced = [nodeOf(1, {}, { beatAt: ago(20) }), nodeOf(2, {}, { startedAt: ago(19) })]
  assert.deepEqual(keysOf(stateOf({ nodes: replaced })), [], 'restarted')
  const running = { ...QUEUE, waiting: 3, running: 1, waitingSince: ago(20) }
  assert.deepEqual(
    keysOf(stateOf({ queues: { exports: running, deliveries: QUEUE, imports: QUEUE } })),
    [],
    'files of one person wait for each other',
  )
})

test('a failed backup says why, and is no problem once its target was taken out of the settings', () => {
  const outcome = toStored({ sentence: '备份文件夹不存在，可能没有挂载。' })
  const backups = [local, { ...copy, last: { ...failed, outcome }, failures: 1 }, restore]
  const [problem] = findProblems(stateOf({ backups }))
  assert.ok(problem)
  assert.match(translate('zh-CN', problem.remedy), /^先做：.*最近一次的原因：备份文件夹不存在/)
  const expectedBackups = stateOf().expectedBackups.filter(({ kind }) => kind !== 'copy')
  assert.deepEqual(keysOf(stateOf({ backups, expectedBackups })), [])
})

test('a group robot that another node has reached since is no problem', () => {
  const robot = { id: 7, name: '运维群' }
  const nodes = [
    nodeOf(1, { robots: [{ ...robot, isReached: false, at: ago(9).toISOString() }] }),
    nodeOf(2, { robots: [{ ...robot, isReached: true, at: ago(3).toISOString() }] }),
  ]
  assert.deepEqual(keysOf(stateOf({ nodes })), [])
})

test('a value near a limit does not flap: a known problem stays until the value is clearly better', () => {
  const nodes = [nodeOf(1, { clockOffsetMs: 960 })]
  assert.deepEqual(keysOf(stateOf({ nodes })), [])
  assert.deepEqual(keysOf(stateOf({ nodes, open: new Set(['clock.off:1']) })), ['clock.off:1'])
})

test('nodes on one machine share its disk, which is named once', () => {
  const disk = { freeBytes: 3 * GIB, totalBytes: 100 * GIB }
  const nodes = [nodeOf(1, { disk }), nodeOf(2, { disk }, { host: 'host1' })]
  assert.deepEqual(keysOf(stateOf({ nodes })), ['disk.low:1'])
})

test('the severe problems come first', () => {
  const nodes = [nodeOf(1, { failedRequests: { quarter: 9, hour: 9 } }), nodeOf(2, {}, { beatAt: ago(9) })]
  assert.deepEqual(keysOf(stateOf({ nodes, now: AT })), ['node.gone:2', 'errors.5xx'])
})
