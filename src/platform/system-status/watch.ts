import { archiverState } from '#db/archiver.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { Job } from '#kit/job.ts'
import type { KeyFor } from '#kit/keys.ts'
import { isProcessAlive } from '#kit/processes.ts'
import type { Sentence } from '#kit/text.ts'
import { type FoundProblem, findProblems } from './checks.ts'
import { CHECK_EVERY_MS, FORGET_NODE_MS } from './limits.ts'
import { type Measures, nodeMeter, PING_EVERY_MS } from './measure.ts'
import { type GroupParts, type TellGroup, tellGroups, tellPeople } from './notify.ts'
import { findOpenKeys, saveProblems } from './problemQueries.ts'
import {
  deleteNode,
  deleteNodesBefore,
  findAudit,
  findBackups,
  findDatabase,
  findJobs,
  findNodes,
  findNodesOfHost,
  findQueues,
  type NodeIdentity,
  recordNode,
} from './queries.ts'
import { addSamples, findOldest, findTrends } from './sampleQueries.ts'
import type { DatabaseState, NodeFacts, SystemState } from './state.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Days over which the growth of disk and database is measured. */
const TREND_DAYS = 30

export interface WatchParts {
  /** A handle that reaches every company. */
  db: Database
  clock: Clock
  keyFor: KeyFor
  log: { warn: (facts: object, message: string) => void }
  jobs: readonly Job[]
  engine: DatabaseState['engine']
  identity: Omit<NodeIdentity, 'startedAt'>
  measures: Measures
  /** Sends a text to a group robot. */
  tell: TellGroup
  /** The backups that the settings ask for. */
  expectedBackups: SystemState['expectedBackups']
}

/** The result of a check. */
export interface Checked {
  state: SystemState
  found: readonly FoundProblem[]
  /** When it was made, on the monotonic clock of this process, in ms. */
  checkedMs: number
}

/** Codes of PostgreSQL after which nothing can be written: read only, disk full, a failed write. */
const UNWRITABLE: Readonly<Record<string, Sentence>> = {
  '25006': { sentence: '数据库现在只能读，不能保存。' },
  '53100': { sentence: '数据库的磁盘满了，现在不能保存。' },
  '58030': { sentence: '数据库写磁盘失败，现在不能保存。' },
}

/** Writes something; returns why the database cannot be written, or null. */
async function reasonIfUnwritable(write: () => Promise<void>): Promise<Sentence | null> {
  try {
    await write()
    return null
  } catch (error) {
    const reason = UNWRITABLE[codeOf(error)]
    if (!reason) throw error
    return reason
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/** Watches this node and the whole installation; nothing runs before its chores are started. */
export function systemWatch(given: WatchParts) {
  const jobs = [...given.jobs]
  const parts = { ...given, jobs }
  const { db, clock, identity } = parts
  const meter = nodeMeter(db, clock, parts.measures)
  const startedAt = clock()
  let latest: Checked | null = null
  let running: Promise<Checked> | null = null
  let unwritable: Sentence | null = null
  let hasReplaced = false
  /** Found while nothing could be written; people are told as soon as it can be. */
  let untold: readonly FoundProblem[] = []

  async function writeNode(facts: NodeFacts): Promise<void> {
    unwritable = await reasonIfUnwritable(async () => {
      if (!hasReplaced) await replaceDead(db, identity)
      hasReplaced = true
      await recordNode(db, { ...identity, startedAt }, facts, clock())
    })
  }

  async function run(): Promise<Checked> {
    const facts = await meter.facts()
    await writeNode(facts)
    if (!unwritable) await sample(parts)
    const checked = await look(parts, facts)
    latest = checked
    if (!unwritable) await store(parts, meter.noteRobot, withMissing(checked.found, untold))
    untold = unwritable ? checked.found : []
    return checked
  }

  function check(): Promise<Checked> {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  return {
    meter,
    backup: backupStarter(parts.log),
    /** Adds jobs that only the running program has, such as backups. */
    addJobs: (more: readonly Job[]) => void jobs.push(...more),
    /** Checks now; a check under way is used. */
    check,
    /** The result of the last check; before the first one, the state without storing anything. */
    latest: async (): Promise<Checked> => latest ?? look(parts),
    /** Why nothing can be written at present; null if writing works, as far as is known. */
    unwritable: () => unwritable,
    chores: [
      { name: 'database answer', everyMs: PING_EVERY_MS, work: meter.ping },
      { name: 'system status', everyMs: CHECK_EVERY_MS, work: async () => void (await check()) },
    ],
    /** Removes this node from the list, when the program stops in order. */
    stop: async (): Promise<void> => {
      await running?.catch(() => undefined)
      await deleteNode(db, identity.node)
    },
  }
}

export type SystemWatch = ReturnType<typeof systemWatch>

/** Starts a backup on request, one at a time; `provide` names what makes it, if this program makes backups. */
function backupStarter(log: WatchParts['log']) {
  let make: (() => Promise<void>) | null = null
  let isRunning = false
  return {
    provide: (given: (() => Promise<void>) | null): void => {
      make = given
    },
    isPossible: () => make !== null,
    /** Returns whether a new backup was started; false if one is under way. How it ends is among the stored runs. */
    start: (): boolean => {
      if (!make) throw new AppError('WRONG_STATE', '这里还没有备份的目的地，先设置 BACKUP_TO。')
      if (isRunning) return false
      isRunning = true
      void make()
        .catch((error: Error) => log.warn({ err: error }, 'backup failed'))
        .finally(() => {
          isRunning = false
        })
      return true
    },
  }
}

/** What was found, and what was found before and is not found any more. */
const withMissing = (found: readonly FoundProblem[], before: readonly FoundProblem[]): FoundProblem[] => [
  ...found,
  ...before.filter(({ key }) => !found.some((one) => one.key === key)),
]

/**
 * Deletes the nodes of this machine whose process has ended without stopping in order: this one replaces them. Only when
 * it starts: a node that ends later is gone, and that is a problem.
 */
async function replaceDead(db: Database, { node, host }: WatchParts['identity']): Promise<void> {
  for (const other of await findNodesOfHost(db, host)) {
    if (other.node !== node && !isProcessAlive(pidOf(other.node))) await deleteNode(db, other.node)
  }
}

const pidOf = (node: string) => Number(node.split(':').at(-1))

/** Stores values for differences and trends. */
async function sample({ db, clock, engine, identity, measures }: WatchParts): Promise<void> {
  const now = clock()
  const { deadlocks, bytes } = await findDatabase(db, engine)
  await addSamples(db, { deadlocks }, { now, everyMs: 10 * MINUTE_MS })
  const node = (await findNodes(db)).find((one) => one.node === identity.node)
  const free = measures.dataFolder === null ? undefined : node?.facts.disk?.freeBytes
  const disk = free === undefined ? {} : { [`disk:${identity.host}`]: free }
  await addSamples(db, { 'database.bytes': bytes, ...disk }, { now, everyMs: 60 * MINUTE_MS })
}

/** The present state and its problems. Writes nothing. `facts`: what this node has just measured of itself. */
async function look(parts: WatchParts, facts?: NodeFacts): Promise<Checked> {
  const state = await readState(parts, facts)
  return { state, found: findProblems(state), checkedMs: performance.now() }
}

/**
 * Reads everything that the checks look at. This node counts as it is now, not as its row says: while the database takes
 * no writes, the row grows old although the node is alive.
 */
async function readState(
  { db, clock, engine, identity, jobs, expectedBackups }: WatchParts,
  facts?: NodeFacts,
): Promise<SystemState> {
  const now = clock()
  const since = new Date(now.getTime() - TREND_DAYS * DAY_MS)
  const database = await findDatabase(db, engine)
  const hourAgo = await findOldest(db, 'deadlocks', new Date(now.getTime() - 60 * MINUTE_MS))
  const databaseTrend = await findTrends(db, 'database.bytes', since)
  const nodes = await findNodes(db)
  return {
    now,
    version: identity.version,
    nodes: nodes.map((row) =>
      row.node === identity.node ? { ...row, beatAt: now, facts: facts ?? row.facts } : row,
    ),
    jobs: await findJobs(db, jobs, now),
    backups: await findBackups(db),
    expectedBackups,
    queues: await findQueues(db, now),
    audit: await findAudit(db),
    database: { ...database, deadlocks: Math.max(0, database.deadlocks - (hourAgo ?? database.deadlocks)) },
    archiver: await archiverState(db),
    diskTrend: await findTrends(db, 'disk:', since),
    databaseTrend: databaseTrend.get('') ?? [],
    open: await findOpenKeys(db),
  }
}

/** Stores what was found, and tells people and groups. */
async function store(
  { db, clock, keyFor, tell, log }: WatchParts,
  note: GroupParts['note'],
  found: readonly FoundProblem[],
): Promise<void> {
  const now = clock()
  await saveProblems(db, found, now)
  await tellPeople(db, now)
  await deleteNodesBefore(db, new Date(now.getTime() - FORGET_NODE_MS))
  await tellGroups({ db, keyFor, clock, tell, note, log })
}
