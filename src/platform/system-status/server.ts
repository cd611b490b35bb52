import { type Actor, hideCompany } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { AppError, notFound } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { fromStored, type Sentence, word } from '#kit/text.ts'
import { withoutReason } from './checksOfBackups.ts'
import { goneNodes, liveNodes, timeUntilFull } from './checksOfNodes.ts'
import { isMissed } from './checksOfWork.ts'
import { systemStatus } from './contract.ts'
import { findOpen, type StoredProblem } from './problemQueries.ts'
import { findHead, findRuns } from './queries.ts'
import type { BackupState, JobState, NodeState, QueueState, SystemState } from './state.ts'
import type { Checked, SystemWatch } from './watch.ts'

const DAY_MS = 24 * 3_600_000

/** Whether the user operates the installation. */
const isOperator = (actor: Actor) => !hideCompany(actor)

const iso = (at: Date | null) => at?.toISOString() ?? null

const tookMs = (startedAt: Date, endedAt: Date | null) =>
  endedAt && Math.max(0, endedAt.getTime() - startedAt.getTime())

const toProblem = ({ resolvedAt: _, ...problem }: StoredProblem) => ({
  ...problem,
  since: problem.since.toISOString(),
  notifiedAt: iso(problem.notifiedAt),
})

/**
 * Whether a problem is for the operators only: that of another company's audit chain, and of a group robot, whose name is
 * theirs.
 */
const isForOperators = (key: string, { companyCode }: Actor) =>
  key.startsWith('robot.failing:') || (key.startsWith('audit.broken:') && !key.endsWith(`:${companyCode}`))

/** The problems that the user may see; the reasons of failed backups are for the operators. */
async function problemsFor(db: Database, actor: Actor, { found }: Checked, isStored: boolean) {
  const shown = <P extends { key: string; remedy: Sentence }>(problems: readonly P[]): P[] =>
    isOperator(actor)
      ? [...problems]
      : problems
          .filter(({ key }) => !isForOperators(key, actor))
          .map((problem) => ({ ...problem, remedy: withoutReason(problem.remedy) }))
  if (isStored) return shown(await findOpen(db)).map(toProblem)
  // Nothing can be written: what was found is all there is.
  return shown(found).map(({ waitMs: _, since, ...problem }) => ({
    ...problem,
    since: (since ?? new Date()).toISOString(),
    notifiedAt: null,
    toldPeople: 0,
    toldGroups: 0,
  }))
}

/** A stored sentence, if there is one. */
const read = (stored: string | null) => (stored === null ? null : fromStored(stored))

/** What a run came to counts the records of every company, so only the operators see it. */
const outcomeFor = <T>(actor: Actor, outcome: T): T | null => (isOperator(actor) ? outcome : null)

function toJob(state: SystemState, job: JobState, actor: Actor) {
  const { last } = job
  const outcome = last === null || last.state === 'running' ? null : read(last.outcome)
  return {
    name: job.name,
    title: word(job.title),
    plan: job.plan,
    state: isMissed(state, job) ? ('missed' as const) : (last?.state ?? ('never' as const)),
    attempts: last?.attempts ?? 0,
    startedAt: iso(last?.startedAt ?? null),
    tookMs: last && tookMs(last.startedAt, last.endedAt),
    outcome: outcomeFor(actor, outcome),
    lastDoneAt: iso(job.lastDoneAt),
    nextAt: job.nextAt.toISOString(),
  }
}

function toBackup({ kind, target, last, done, failures }: BackupState, actor: Actor) {
  return {
    kind,
    target,
    state: last.state,
    startedAt: last.startedAt.toISOString(),
    tookMs: tookMs(last.startedAt, last.endedAt),
    outcome: outcomeFor(actor, read(last.outcome)),
    doneAt: iso(done?.endedAt ?? null),
    bytes: done?.bytes ?? null,
    rows: outcomeFor(actor, done?.rows ?? null),
    failures,
  }
}

const toQueue = ({ waitingSince, ...queue }: QueueState) => ({ ...queue, waitingSince: iso(waitingSince) })

function toNode(
  { no, host, version, schema, startedAt, beatAt, facts }: NodeState,
  actor: Actor,
  isLive: boolean,
) {
  return {
    no,
    host: isOperator(actor) ? host : null,
    version,
    schema,
    state: isLive ? ('live' as const) : ('gone' as const),
    startedAt: startedAt.toISOString(),
    beatAt: beatAt.toISOString(),
    clockOffsetMs: facts.clockOffsetMs,
    memoryBytes: facts.memoryBytes,
    pingMs: facts.pingMs,
    engineRestarts: facts.engineRestarts,
  }
}

/** The disk of each machine. */
function disksOf(state: SystemState) {
  const live = liveNodes(state)
  const first = live.filter((node, at) => live.findIndex(({ host }) => host === node.host) === at)
  return first.flatMap(({ no, host, facts }) => {
    if (!facts.disk) return []
    const left = timeUntilFull(state.diskTrend.get(host) ?? [], facts.disk.freeBytes, state.now)
    return [{ no, ...facts.disk, daysLeft: left === null ? null : Math.floor(left / DAY_MS) }]
  })
}

/** Growth of the database in 30 days, from the samples of at least three. */
function growthOf({ databaseTrend: [first], database, now }: SystemState): number | null {
  const days = first ? (now.getTime() - first.at.getTime()) / DAY_MS : 0
  return first && days >= 3 ? Math.round(((database.bytes - first.value) / days) * 30) : null
}

/** The chains of every company for the operators, the own chain for others. `head`: `companyCode:seq:hash`. */
function auditOf(state: SystemState, actor: Actor, head: string | null) {
  const { lines, verifiedAt, broken } = state.audit
  const waits = liveNodes(state).map(({ facts }) => facts.unsealedMs)
  const mine = broken.filter(({ companyCode }) => isOperator(actor) || companyCode === actor.companyCode)
  return {
    lines: isOperator(actor) ? lines : Number(head?.split(':')[1] ?? 0),
    verifiedAt: iso(verifiedAt),
    isBroken: mine.length > 0,
    unsealedMs: Math.round(Math.max(0, ...waits)),
    head,
  }
}

/** What is common to all admins. */
function describe({ state }: Checked, actor: Actor) {
  const live = liveNodes(state)
  const sum = (of: 'quarter' | 'hour') => live.reduce((n, { facts }) => n + facts.failedRequests[of], 0)
  const { engine, version, schema, bytes, isReadOnly, connections, deadlocks } = state.database
  return {
    checkedAt: state.now.toISOString(),
    isOperator: isOperator(actor),
    jobs: state.jobs.map((job) => toJob(state, job, actor)),
    backups: state.backups.map((backup) => toBackup(backup, actor)),
    disks: disksOf(state),
    queues: {
      exports: toQueue(state.queues.exports),
      deliveries: toQueue(state.queues.deliveries),
      imports: toQueue(state.queues.imports),
    },
    nodes: [
      ...live.map((node) => toNode(node, actor, true)),
      ...goneNodes(state).map((node) => toNode(node, actor, false)),
    ],
    database: { engine, version, schema, bytes, growth: growthOf(state), isReadOnly, connections, deadlocks },
    errors: { quarter: sum('quarter'), hour: sum('hour') },
  }
}

/** Serves 系统状态; `watch` belongs to the running program. */
export const systemStatusServer = (watch: SystemWatch | null) => {
  const running = () => {
    if (!watch) throw new Error('the status of a program that does not run')
    return watch
  }
  return serve(systemStatus, {
    get: async ({ db, actor }) => {
      const checked = await running().latest()
      return {
        ...describe(checked, actor),
        canBackUp: isOperator(actor) && running().backup.isPossible(),
        problems: await problemsFor(db, actor, checked, running().unwritable() === null),
        audit: auditOf(checked.state, actor, await findHead(db, actor.companyCode)),
      }
    },

    problems: async ({ db, actor }) => {
      const checked = await running().latest()
      return { items: await problemsFor(db, actor, checked, running().unwritable() === null) }
    },

    runs: async ({ db, clock, actor }, { name }) => {
      const { state } = await running().latest()
      if (!state.jobs.some((job) => job.name === name)) throw notFound('这个任务')
      const since = new Date(clock().getTime() - 30 * DAY_MS)
      const runs = await findRuns(db, name, since)
      const items = runs.map(({ dueAt, startedAt, endedAt, outcome, ...run }) => ({
        ...run,
        outcome: outcomeFor(actor, read(outcome)),
        dueAt: dueAt.toISOString(),
        startedAt: startedAt.toISOString(),
        tookMs: tookMs(startedAt, endedAt),
      }))
      return { items }
    },

    check: {
      // It writes with the program's own rights and must not hold a transaction meanwhile.
      ownTransaction: async ({ actor }) => {
        if (!isOperator(actor)) throw new AppError('FORBIDDEN', '只有总部的管理员可以重新检查。')
        const { state } = await running().check()
        return { checkedAt: state.now.toISOString() }
      },
    },

    backUp: {
      ownTransaction: async ({ actor }) => {
        if (!isOperator(actor)) throw new AppError('FORBIDDEN', '只有总部的管理员可以备份。')
        return { isStarted: running().backup.start() }
      },
    },
  })
}
