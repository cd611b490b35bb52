import type { ArchiverState } from '#db/archiver.ts'
import type { Sentence } from '#kit/text.ts'

/** How the last message of the system to a group robot went. */
export interface RobotFact {
  id: number
  name: string
  isReached: boolean
  at: string
}

/** What a node measures of itself; stored with its row, so all times are ISO strings. */
export interface NodeFacts {
  /** The database's clock minus this machine's, in ms. */
  clockOffsetMs: number
  /** The last jump of the machine's clock against its monotonic clock. */
  clockJump: { ms: number; at: string } | null
  /** The disk that contains the data folder. */
  disk: { freeBytes: number; totalBytes: number } | null
  /** Whether the program refuses writes because the disk is full. */
  isDiskFull: boolean
  memoryBytes: number
  /** How long the first unsealed audit line has waited. */
  unsealedMs: number
  /** The fastest answer of the database in the last minute, in ms. */
  pingMs: number | null
  /** Requests that waited for a connection when measured. */
  poolWaiting: number
  /** Restarts of the embedded engine within the last hour, and the last one. */
  engineRestarts: number
  engineRestartedAt: string | null
  /** Connections to the database that were lost within the last hour. */
  lostConnections: number
  /** The last time within the last hour during which the database did not answer. */
  outage: { from: string; to: string } | null
  /** Responses with status 500 and above within the last quarter of an hour and the last hour. */
  failedRequests: { quarter: number; hour: number }
  /** The robots to which this node sent within the last hour; absent in the row of a node that is older than this fact. */
  robots?: RobotFact[]
}

export interface NodeState {
  /** Its name on the screen. */
  no: number
  node: string
  host: string
  version: string
  schema: string | null
  startedAt: Date
  beatAt: Date
  facts: NodeFacts
}

export interface JobState {
  name: string
  title: string
  /** Its schedule in words. */
  plan: Sentence
  /** The latest instant at which it was due. */
  dueAt: Date
  nextAt: Date
  /** The newest run; null if it never ran. */
  last: {
    dueAt: Date
    state: 'running' | 'done' | 'failed'
    attempts: number
    startedAt: Date
    beatAt: Date
    endedAt: Date | null
    outcome: string | null
  } | null
  lastDoneAt: Date | null
}

/** Backups at a target, or test restores from it. */
export interface BackupState {
  kind: 'backup' | 'copy' | 'test_restore'
  target: string
  last: {
    state: 'running' | 'done' | 'failed'
    startedAt: Date
    endedAt: Date | null
    outcome: string | null
  }
  /** The newest successful one. */
  done: { endedAt: Date; bytes: number | null; rows: number | null; file: string | null } | null
  /** The number of failures since then. */
  failures: number
}

export interface QueueState {
  waiting: number
  running: number
  /** The oldest that waits. */
  waitingSince: Date | null
  /** Failed within the last day. */
  failed: number
  /** Done within the last day. */
  done: number
}

export interface AuditState {
  /** Lines of all chains that have been verified completely. */
  lines: number
  companies: number
  /** The chain whose last complete verification is the oldest; null if one has never been verified. */
  verifiedAt: Date | null
  /** The broken chains. */
  broken: { companyCode: string; seq: number | null; reason: string; at: Date }[]
}

export interface DatabaseState {
  engine: 'embedded' | 'postgresql'
  /** `17.5`. */
  version: string
  major: number
  bytes: number
  /** Whether it refuses writes: a standby, or set to read only. */
  isReadOnly: boolean
  connections: { used: number; max: number }
  /** Deadlocks within the last hour. */
  deadlocks: number
  /** Number of the last migration, the newest program that migrated it, and the oldest one that may write to it. */
  schema: string | null
  newest: string
  minimum: string
}

/** A value of a node's or the database's at an instant. */
export interface Sample {
  at: Date
  value: number
}

/** Everything that the checks look at. */
export interface SystemState {
  now: Date
  /** The version of the program that looks. */
  version: string
  nodes: readonly NodeState[]
  jobs: readonly JobState[]
  backups: readonly BackupState[]
  /** Kinds and targets of the settings; each must have a recent success. */
  expectedBackups: readonly { kind: BackupState['kind']; target: string }[]
  queues: { exports: QueueState; deliveries: QueueState; imports: QueueState }
  audit: AuditState
  database: DatabaseState
  /** PostgreSQL's archiving of its write-ahead log. */
  archiver: ArchiverState
  /** Free bytes over time, by host. */
  diskTrend: ReadonlyMap<string, readonly Sample[]>
  /** Size of the database over time. */
  databaseTrend: readonly Sample[]
  /** The keys of the problems that are known already. */
  open: ReadonlySet<string>
}
