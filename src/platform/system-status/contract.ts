import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

const Instant = z.iso.datetime()

export const SystemProblem = z.object({
  key: z.string(),
  severity: z.enum(['error', 'warning']),
  /** What happened, without a full stop. */
  title: SentenceText,
  /** What to do first. */
  remedy: SentenceText,
  since: Instant,
  /** When the operators were told, how many of them, and how many groups. */
  notifiedAt: Instant.nullable(),
  toldPeople: z.int(),
  toldGroups: z.int(),
})

export type SystemProblem = z.output<typeof SystemProblem>

const RunState = z.enum(['running', 'done', 'failed'])

export const SystemJob = z.object({
  name: z.string(),
  title: SentenceText,
  /** The schedule in words. */
  plan: SentenceText,
  /** `never`: it has not run yet; `missed`: it should have begun. */
  state: z.enum(['running', 'done', 'failed', 'missed', 'never']),
  attempts: z.int(),
  startedAt: Instant.nullable(),
  /** Duration of the newest run, in ms; null while it runs. */
  tookMs: z.int().nullable(),
  outcome: SentenceText.nullable(),
  lastDoneAt: Instant.nullable(),
  nextAt: Instant,
})

export type SystemJob = z.output<typeof SystemJob>

export const SystemBackup = z.object({
  kind: z.enum(['backup', 'copy', 'test_restore']),
  /** `local`, or the name of the target in the settings. */
  target: z.string(),
  state: RunState,
  startedAt: Instant,
  tookMs: z.int().nullable(),
  outcome: SentenceText.nullable(),
  /** The newest successful one. */
  doneAt: Instant.nullable(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  /** Failures since then. */
  failures: z.int(),
})

export type SystemBackup = z.output<typeof SystemBackup>

export const SystemQueue = z.object({
  waiting: z.int(),
  running: z.int(),
  waitingSince: Instant.nullable(),
  /** Of the last day. */
  failed: z.int(),
  done: z.int(),
})

export type SystemQueue = z.output<typeof SystemQueue>

export const SystemNode = z.object({
  no: z.int(),
  /** The machine; only the operator sees it. */
  host: z.string().nullable(),
  version: z.string(),
  schema: z.string().nullable(),
  state: z.enum(['live', 'gone']),
  startedAt: Instant,
  beatAt: Instant,
  /** The database's clock minus the node's, in ms. */
  clockOffsetMs: z.int(),
  memoryBytes: z.int(),
  pingMs: z.int().nullable(),
  engineRestarts: z.int(),
})

export type SystemNode = z.output<typeof SystemNode>

export const SystemDisk = z.object({
  /** The node whose disk it is. */
  no: z.int(),
  freeBytes: z.int(),
  totalBytes: z.int(),
  /** How long it lasts at the growth of the last weeks, in days; null if it does not grow or it is not known yet. */
  daysLeft: z.int().nullable(),
})

export type SystemDisk = z.output<typeof SystemDisk>

export const SystemStatus = z.object({
  checkedAt: Instant,
  /** Whether the user operates the installation, and may check and back up. */
  isOperator: z.boolean(),
  /** Whether the user can start a backup. */
  canBackUp: z.boolean(),
  problems: z.array(SystemProblem),
  jobs: z.array(SystemJob),
  backups: z.array(SystemBackup),
  disks: z.array(SystemDisk),
  queues: z.object({ exports: SystemQueue, deliveries: SystemQueue, imports: SystemQueue }),
  nodes: z.array(SystemNode),
  audit: z.object({
    /** Lines of all companies that were verified completely. */
    lines: z.int(),
    verifiedAt: Instant.nullable(),
    isBroken: z.boolean(),
    /** The longest wait of a line that is not sealed, in ms. */
    unsealedMs: z.int(),
    /** The end of the user's own chain, to store elsewhere. */
    head: z.string().nullable(),
  }),
  database: z.object({
    engine: z.enum(['embedded', 'postgresql']),
    version: z.string(),
    schema: z.string().nullable(),
    bytes: z.int(),
    /** Growth within a month, in bytes; null if it is not known yet. */
    growth: z.int().nullable(),
    isReadOnly: z.boolean(),
    connections: z.object({ used: z.int(), max: z.int() }),
    /** Within the last hour. */
    deadlocks: z.int(),
  }),
  /** Responses with status 500 and above. */
  errors: z.object({ quarter: z.int(), hour: z.int() }),
})

export type SystemStatus = z.output<typeof SystemStatus>

export const SystemRun = z.object({
  dueAt: Instant,
  state: RunState,
  attempts: z.int(),
  startedAt: Instant,
  tookMs: z.int().nullable(),
  outcome: SentenceText.nullable(),
})

export type SystemRun = z.output<typeof SystemRun>

export const systemStatus = {
  get: endpoint('GET /api/system/status', {
    needs: 'canAdmin',
    summary: '系统状态：问题和怎么办、备份、任务、磁盘、队列、节点、操作日志；不含各公司的数据',
    input: z.strictObject({}),
    output: SystemStatus,
  }),
  problems: endpoint('GET /api/system/open-problems', {
    needs: 'canAdmin',
    summary: '系统现在的问题，用在首页和菜单上',
    input: z.strictObject({}),
    output: z.object({ items: z.array(SystemProblem) }),
  }),
  runs: endpoint('GET /api/system/jobs/:name/runs', {
    needs: 'canAdmin',
    summary: '一个任务近 30 天的每次运行，最新的在前，最多 200 次',
    input: z.strictObject({ name: z.string().min(1).max(40) }),
    output: z.object({ items: z.array(SystemRun) }),
  }),
  check: endpoint('POST /api/system/status/check', {
    needs: 'canAdmin',
    summary: '马上再检查一次；只有总部管理员可以',
    input: z.strictObject({}),
    output: z.object({ checkedAt: Instant }),
    audited: false,
  }),
  backUp: endpoint('POST /api/system/status/backup', {
    needs: 'canAdmin',
    summary: '马上做一次备份；只有总部管理员可以。它在后台做，结果在系统状态里',
    input: z.strictObject({}),
    /** False: one is under way already. */
    output: z.object({ isStarted: z.boolean() }),
    audited: false,
  }),
}
