import { hostname } from 'node:os'
import { nightlyRerateJob, rerateJob } from '#billing/rerates/job.ts'
import { monthlyLinesJob } from '#finance/monthly-financials/job.ts'
import type { Job, JobContext } from '#kit/job.ts'
import { listLookup } from '#kit/listReading.ts'
import { inChinese, type Sentence } from '#kit/text.ts'
import { figureCheckJob } from '#operations/figure-checks/job.ts'
import { storeDaysJob } from '#operations/store-days/job.ts'
import { owedLogsJob } from '#operations/worklogs/job.ts'
import { auditCheckJob } from '#platform/audit-logs/job.ts'
import { noticesJob } from '#platform/notices/job.ts'
import { subscriptionsJob } from '#platform/saved-views/subscriptions/job.ts'
import { groupSender } from '#platform/webhooks/message.ts'
import type { WebhookTransport } from '#platform/webhooks/post.ts'
import { pendingFiguresJob } from '#reporting/figures/job.ts'
import { weeklyWarnings } from '#reporting/warnings/job.ts'
import type { Chore } from './chores.ts'
import { faultFields } from './faultFields.ts'
import { featuresWith } from './features.ts'
import {
  claimRun,
  endRun,
  findSettled,
  HEARTBEAT_MS,
  MAX_STORED_RUNS,
  type Run,
  recordHeartbeat,
} from './jobRuns.ts'
import { subscribables } from './subscribables.ts'

/** All jobs that run at given instants; each is defined in its feature's `job.ts`. */
export const jobs: readonly Job[] = [
  // One per line, to avoid merge conflicts.
  auditCheckJob,
  figureCheckJob,
  monthlyLinesJob,
  nightlyRerateJob,
  noticesJob,
  owedLogsJob,
  pendingFiguresJob,
  rerateJob,
  storeDaysJob,
  weeklyWarnings,
]

/** The same jobs and those that read lists or send messages, which need more than the database. */
export function jobsWith({
  title,
  webhookTransport,
}: {
  title: string
  webhookTransport: WebhookTransport
}): readonly Job[] {
  const features = featuresWith({ sendCode: null, title }, webhookTransport)
  const parts = {
    title,
    tell: groupSender(webhookTransport),
    findList: listLookup(() => features),
    sources: subscribables,
  }
  return [...jobs, subscriptionsJob(parts)]
}

/** Interval between checks for due jobs, in ms. */
const CHECK_INTERVAL_MS = 60_000

/** Identifies this node: machine and process. */
const NODE = `${hostname()}:${process.pid}`

export type JobParts = Omit<JobContext, 'dueAt'>

/**
 * Does a job if it is due and no other node does it; returns whether this node did. An error is logged and stored, and
 * the run is retried later.
 */
export async function runIfDue(parts: JobParts, job: Job, node = NODE): Promise<boolean> {
  let hasRun = false
  for (const dueAt of await instantsOf(parts, job)) {
    const state = await runAttempt(parts, job, dueAt, node)
    hasRun ||= state !== null
    // Later instants must wait for this one.
    if (state !== 'done' || parts.isStopping()) break
  }
  return hasRun
}

/** The instants to do, oldest first: the newest, and if the job catches up, those since its last settled run. */
async function instantsOf({ db, clock }: JobParts, job: Job): Promise<Date[]> {
  const now = clock()
  const instants = [job.dueAt(now)]
  const last = job.catchesUp ? await findSettled(db, job.name, now) : null
  if (last === null) return instants
  while (instants.length < MAX_STORED_RUNS) {
    const before = job.dueAt(new Date((instants[0] as Date).getTime() - 1))
    if (before <= last) break
    instants.unshift(before)
  }
  return instants
}

/** Returns how the run ended; null if another node has it, it is done, or it has no attempts left. */
async function runAttempt(
  parts: JobParts,
  job: Job,
  dueAt: Date,
  node: string,
): Promise<'done' | 'failed' | null> {
  const { db, clock, log } = parts
  const run = { job: job.name, dueAt }
  const attempt = await claimRun(db, run, node, clock())
  if (attempt === null) return null
  const stopBeating = startHeartbeats(parts, run, attempt)
  try {
    const outcome = await job.work({ ...parts, dueAt })
    await endRun(db, run, attempt, { state: 'done', outcome, endedAt: clock() })
    log.info({ ...run, outcome: inChinese(outcome) }, 'job done')
    return 'done'
  } catch (err) {
    log.error({ ...faultFields(err), ...run, attempt }, 'job failed')
    await endRun(db, run, attempt, { state: 'failed', outcome: FAILED, endedAt: clock() })
    return 'failed'
  } finally {
    stopBeating()
  }
}

/** The outcome shown for a failed run; the log has the details. */
const FAILED: Sentence = { sentence: '没有完成，原因在服务器日志里。' }

/** Sends heartbeats for an attempt; returns a function that stops them. */
function startHeartbeats({ db, clock, log }: JobParts, run: Run, attempt: number): () => void {
  const beat = () =>
    recordHeartbeat(db, run, attempt, clock()).catch((err) =>
      log.warn({ ...faultFields(err), job: run.job }, 'job not heard'),
    )
  const timer = setInterval(() => void beat(), HEARTBEAT_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Starts the due jobs every minute; a long job does not delay the others. Calls `mayBegin` before each check: a node
 * with a wrong clock starts none.
 */
export function jobWorker(
  parts: JobParts,
  all: readonly Job[] = jobs,
  mayBegin: () => Promise<boolean> = async () => true,
) {
  const running = new Map<string, Promise<unknown>>()
  const begin = (job: Job) => {
    if (running.has(job.name) || parts.isStopping()) return
    const work = runIfDue(parts, job)
      .catch((err) => parts.log.warn({ ...faultFields(err), job: job.name }, 'job not begun'))
      .finally(() => running.delete(job.name))
    running.set(job.name, work)
  }
  const beginDueJobs = async () => {
    if (await mayBegin()) all.forEach(begin)
  }
  const chore: Chore = { name: 'jobs', everyMs: CHECK_INTERVAL_MS, work: beginDueJobs }
  /** Waits until the running jobs have ended; they end early if `isStopping` returns true. */
  const settled = async () => void (await Promise.all(running.values()))
  return { chore, settled }
}
