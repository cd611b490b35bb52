import { hostname } from 'node:os'
import { nightlyRerateJob, rerateJob } from '#billing/rerates/job.ts'
import { monthlyLinesJob } from '#finance/monthly-financials/job.ts'
import type { Job, JobContext } from '#kit/job.ts'
import { listsOf } from '#kit/listReading.ts'
import { figureCheckJob } from '#operations/figure-checks/job.ts'
import { storeDaysJob } from '#operations/store-days/job.ts'
import { owedLogsJob } from '#operations/worklogs/job.ts'
import { noticesJob } from '#platform/notices/job.ts'
import { subscriptionsJob } from '#platform/saved-views/subscriptions/job.ts'
import { robotTeller } from '#platform/webhooks/message.ts'
import type { PostMeans } from '#platform/webhooks/post.ts'
import { pendingFiguresJob } from '#reporting/figures/job.ts'
import { weeklyWarnings } from '#reporting/warnings/job.ts'
import { featuresWith } from './features.ts'
import type { Run } from './jobRuns.ts'
import { BEAT_MS, beatRun, endRun, findSettled, KEPT_RUNS, takeRun } from './jobRuns.ts'
import { subscribables } from './subscribables.ts'
import type { Chore } from './upkeep.ts'

/** Everything that the program does by itself at given instants; each feature's is in its `job.ts`. */
export const jobs: readonly Job[] = [
  // One a line: whoever adds one meets nobody else.
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

/** The same with those that read lists or send messages, which takes more than the database. */
export function jobsWith({ title, means }: { title: string; means: PostMeans }): readonly Job[] {
  const features = featuresWith({ sendCode: null, title }, means)
  const parts = { title, tell: robotTeller(means), findList: listsOf(() => features), sources: subscribables }
  return [...jobs, subscriptionsJob(parts)]
}

/** How often is looked whether a job is due. */
const LOOK_MS = 60_000

/** Which node has done something: machine and process. */
const NODE = `${hostname()}:${process.pid}`

export type JobParts = Omit<JobContext, 'dueAt'>

/**
 * Does a job if it is due and no other node does it; returns whether this node did. An error is logged and stored, and
 * the run is tried again later.
 */
export async function doIfDue(parts: JobParts, job: Job, node = NODE): Promise<boolean> {
  let did = false
  for (const dueAt of await instantsOf(parts, job)) {
    const state = await doRun(parts, job, dueAt, node)
    did ||= state !== null
    // A later instant has to wait for this one.
    if (state !== 'done' || parts.isStopping()) break
  }
  return did
}

/** The instants to do, oldest first: the newest, and if the job catches up those since its last settled run. */
async function instantsOf({ db, clock }: JobParts, job: Job): Promise<Date[]> {
  const now = clock()
  const instants = [job.dueAt(now)]
  const last = job.catchesUp ? await findSettled(db, job.name, now) : null
  if (last === null) return instants
  while (instants.length < KEPT_RUNS) {
    const before = job.dueAt(new Date((instants[0] as Date).getTime() - 1))
    if (before <= last) break
    instants.unshift(before)
  }
  return instants
}

/** Returns how the run ended, or null if it is another node's, done, or begun too often. */
async function doRun(
  parts: JobParts,
  job: Job,
  dueAt: Date,
  node: string,
): Promise<'done' | 'failed' | null> {
  const { db, clock, log } = parts
  const run = { job: job.name, dueAt }
  const attempt = await takeRun(db, run, node, clock())
  if (attempt === null) return null
  const stopBeating = keepBeating(parts, run, attempt)
  try {
    const outcome = await job.work({ ...parts, dueAt })
    await endRun(db, run, attempt, { state: 'done', outcome, endedAt: clock() })
    log.info({ ...run, outcome }, 'job done')
    return 'done'
  } catch (err) {
    log.error({ err, ...run, attempt }, 'job failed')
    await endRun(db, run, attempt, { state: 'failed', outcome: FAILED, endedAt: clock() })
    return 'failed'
  } finally {
    stopBeating()
  }
}

/** What is shown of a fault; the log has the rest. */
const FAILED = '没有完成，原因在服务器日志里。'

/** Says again and again that the attempt is under way; answers how to stop. */
function keepBeating({ db, clock, log }: JobParts, run: Run, attempt: number): () => void {
  const beat = () =>
    beatRun(db, run, attempt, clock()).catch((err) => log.warn({ err, job: run.job }, 'job not heard'))
  const timer = setInterval(() => void beat(), BEAT_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Looks every minute which jobs are due; a long one keeps none of the others waiting. `mayBegin` is asked before each
 * look: a node whose clock is wrong begins none.
 */
export function jobWorker(
  parts: JobParts,
  all: readonly Job[] = jobs,
  mayBegin: () => Promise<boolean> = async () => true,
) {
  const underWay = new Map<string, Promise<unknown>>()
  const begin = (job: Job) => {
    if (underWay.has(job.name) || parts.isStopping()) return
    const work = doIfDue(parts, job)
      .catch((err) => parts.log.warn({ err, job: job.name }, 'job not begun'))
      .finally(() => underWay.delete(job.name))
    underWay.set(job.name, work)
  }
  const look = async () => {
    if (await mayBegin()) all.forEach(begin)
  }
  const chore: Chore = { name: 'jobs', everyMs: LOOK_MS, work: look }
  /** Waits until what is under way has ended, which `isStopping` asks for. */
  const settled = async () => void (await Promise.all(underWay.values()))
  return { chore, settled }
}
