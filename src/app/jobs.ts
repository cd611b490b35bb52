import { hostname } from 'node:os'
import type { Job, JobContext } from '#kit/job.ts'
import { listsOf } from '#kit/listReading.ts'
import { figureCheckJob } from '#operations/figure-checks/job.ts'
import { owedLogsJob } from '#operations/worklogs/job.ts'
import { noticesJob } from '#platform/notices/job.ts'
import { subscriptionsJob } from '#platform/saved-views/subscriptions/job.ts'
import { robotTeller } from '#platform/webhooks/message.ts'
import type { PostMeans } from '#platform/webhooks/post.ts'
import { pendingFiguresJob } from '#reporting/figures/job.ts'
import { weeklyWarnings } from '#reporting/warnings/job.ts'
import { featuresWith } from './features.ts'
import type { Run } from './jobRuns.ts'
import { BEAT_MS, beatRun, endRun, takeRun } from './jobRuns.ts'
import { subscribables } from './subscribables.ts'
import type { Chore } from './upkeep.ts'

/** Everything that the program does by itself at given instants; each feature's is in its `job.ts`. */
export const jobs: readonly Job[] = [
  // One a line: whoever adds one meets nobody else.
  figureCheckJob,
  noticesJob,
  owedLogsJob,
  pendingFiguresJob,
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
 * Does a job where it is due and nobody else does it; answers whether it was this node's. What it throws is logged and
 * written down, and it is tried again later.
 */
export async function doIfDue(parts: JobParts, job: Job, node = NODE): Promise<boolean> {
  const { db, clock, log } = parts
  const run = { job: job.name, dueAt: job.dueAt(clock()) }
  const attempt = await takeRun(db, run, node, clock())
  if (attempt === null) return false
  const stopBeating = keepBeating(parts, run, attempt)
  try {
    const outcome = await job.work({ ...parts, dueAt: run.dueAt })
    await endRun(db, run, attempt, { state: 'done', outcome, endedAt: clock() })
    log.info({ ...run, outcome }, 'job done')
  } catch (err) {
    log.error({ err, ...run, attempt }, 'job failed')
    await endRun(db, run, attempt, { state: 'failed', outcome: FAILED, endedAt: clock() })
  } finally {
    stopBeating()
  }
  return true
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

/** Looks every minute which jobs are due; a long one keeps none of the others waiting. */
export function jobWorker(parts: JobParts, all: readonly Job[] = jobs) {
  const underWay = new Map<string, Promise<unknown>>()
  const begin = (job: Job) => {
    if (underWay.has(job.name) || parts.isStopping()) return
    const work = doIfDue(parts, job)
      .catch((err) => parts.log.warn({ err, job: job.name }, 'job not begun'))
      .finally(() => underWay.delete(job.name))
    underWay.set(job.name, work)
  }
  const chore: Chore = { name: 'jobs', everyMs: LOOK_MS, work: async () => all.forEach(begin) }
  /** Waits until what is under way has ended, which `isStopping` asks for. */
  const settled = async () => void (await Promise.all(underWay.values()))
  return { chore, settled }
}
