import type { ArchiverState } from '#db/archiver.ts'
import { everyMinutes } from '#kit/schedule.ts'
import type { JobState, NodeFacts, NodeState, QueueState, SystemState } from './state.ts'

/** The instant at which a test looks. */
export const AT = new Date('2026-05-19T04:00:00Z')

/** An instant some minutes before. */
export const ago = (minutes: number) => new Date(AT.getTime() - minutes * 60_000)

const GIB = 1024 ** 3

/** What a healthy node measures. */
export const HEALTHY: NodeFacts = {
  clockOffsetMs: 12,
  clockJump: null,
  disk: { freeBytes: 120 * GIB, totalBytes: 200 * GIB },
  isDiskFull: false,
  memoryBytes: 400 * 1024 ** 2,
  unsealedMs: 200,
  pingMs: 2,
  poolWaiting: 0,
  engineRestarts: 0,
  engineRestartedAt: null,
  lostConnections: 0,
  outage: null,
  failedRequests: { quarter: 0, hour: 1 },
}

/** A node that has been running for ten days. */
export const nodeOf = (
  no: number,
  facts: Partial<NodeFacts> = {},
  more: Partial<NodeState> = {},
): NodeState => ({
  no,
  node: `host${no}:1`,
  host: `host${no}`,
  version: '0.2.0',
  schema: '089',
  startedAt: ago(10 * 24 * 60),
  beatAt: ago(0.5),
  facts: { ...HEALTHY, ...facts },
  ...more,
})

/** A job every 5 minutes, done in time. */
export const jobOf = (more: Partial<JobState> = {}): JobState => ({
  name: 'subscriptions',
  title: '订阅送达',
  plan: everyMinutes(5).plan,
  dueAt: AT,
  nextAt: ago(-5),
  last: {
    dueAt: AT,
    state: 'done',
    attempts: 1,
    startedAt: AT,
    beatAt: AT,
    endedAt: AT,
    outcome: '送达 0 个',
  },
  lastDoneAt: AT,
  ...more,
})

export const QUEUE: QueueState = { waiting: 0, running: 0, waitingSince: null, failed: 0, done: 9 }

/** A server that archives its write-ahead log. */
export const ARCHIVING: ArchiverState = {
  isOn: true,
  lastArchivedAt: ago(1),
  lastFailedAt: null,
  waitingSegments: 0,
  lastBaseBackupAt: ago(5 * 60),
}

/** A healthy installation with two nodes; `more` replaces parts of it. */
export function stateOf(more: Partial<SystemState> = {}): SystemState {
  const done = { endedAt: ago(20), bytes: 4 * GIB, rows: 3_000_000, file: 'x' }
  const last = { state: 'done' as const, startedAt: ago(25), endedAt: ago(20), outcome: null }
  return {
    now: AT,
    version: '0.2.0',
    nodes: [nodeOf(1), nodeOf(2)],
    jobs: [jobOf()],
    backups: [
      { kind: 'backup', target: 'local', last, done, failures: 0 },
      { kind: 'copy', target: 's3', last, done, failures: 0 },
      { kind: 'test_restore', target: 's3', last, done: { ...done, endedAt: ago(5 * 24 * 60) }, failures: 0 },
    ],
    expectedBackups: [
      { kind: 'backup', target: 'local' },
      { kind: 'copy', target: 's3' },
      { kind: 'test_restore', target: 's3' },
    ],
    queues: { exports: QUEUE, deliveries: QUEUE, imports: QUEUE },
    audit: { lines: 184_206, companies: 2, verifiedAt: ago(10), broken: [] },
    database: {
      engine: 'postgresql',
      version: '17.5',
      major: 17,
      bytes: 46 * GIB,
      isReadOnly: false,
      connections: { used: 12, max: 100 },
      deadlocks: 0,
      schema: '089',
      newest: '0.2.0',
      minimum: '0.1.0',
    },
    archiver: ARCHIVING,
    diskTrend: new Map(),
    databaseTrend: [],
    open: new Set(),
    ...more,
  }
}
