import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Sentence, toStored } from '#kit/text.ts'

/** A run of a job, identified by the job and the instant for which it is due. */
export interface Run {
  job: string
  dueAt: Date
}

/** Heartbeat interval of the node that does the work, in ms. */
export const HEARTBEAT_MS = 20_000

/** After this time without a heartbeat another node takes the run over, in ms. */
export const TAKEOVER_AFTER_MS = 3 * 60_000

/** Pause between a failure and the next attempt, in ms. */
export const RETRY_AFTER_MS = 5 * 60_000

/** Maximum number of attempts per run. */
export const MAX_ATTEMPTS = 3

/** Number of runs stored per job. */
export const MAX_STORED_RUNS = 200

/**
 * Claims a run for this node: a new one, one whose node sends no heartbeats, or one that failed some time ago. Returns
 * the number of the attempt, or null if another node has the run, it is done, or it has no attempts left. The database
 * decides: only one of several concurrent callers gets the run.
 */
export async function claimRun(db: Database, run: Run, node: string, now: Date): Promise<number | null> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const claimed = await db
    .insertInto('jobRun')
    .values({ ...run, node, startedAt: now, beatAt: now })
    .onConflict((clash) =>
      clash
        .columns(['job', 'dueAt'])
        .doUpdateSet((eb) => ({
          state: 'running',
          node,
          startedAt: now,
          beatAt: now,
          endedAt: null,
          outcome: null,
          attempts: eb('jobRun.attempts', '+', 1),
        }))
        .where('jobRun.attempts', '<', MAX_ATTEMPTS)
        .where((or) =>
          or.or([
            or.and([or('jobRun.state', '=', 'running'), or('jobRun.beatAt', '<=', ago(TAKEOVER_AFTER_MS))]),
            or.and([or('jobRun.state', '=', 'failed'), or('jobRun.endedAt', '<=', ago(RETRY_AFTER_MS))]),
          ]),
        ),
    )
    .returning('attempts')
    .executeTakeFirst()
  return claimed?.attempts ?? null
}

/** The instant of a job's newest run up to `now` that is done or given up; null if there is none. */
export async function findSettled(db: Database, job: string, now: Date): Promise<Date | null> {
  const silent = new Date(now.getTime() - TAKEOVER_AFTER_MS)
  const run = await db
    .selectFrom('jobRun')
    .select('dueAt')
    .where('job', '=', job)
    .where('dueAt', '<=', now)
    .where((or) =>
      or.or([
        or('state', '=', 'done'),
        or.and([or('state', '=', 'failed'), or('attempts', '>=', MAX_ATTEMPTS)]),
        or.and([or('beatAt', '<=', silent), or('attempts', '>=', MAX_ATTEMPTS)]),
      ]),
    )
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.dueAt ?? null
}

/** Records a heartbeat of this attempt, unless the run has been taken over. */
export async function recordHeartbeat(db: Database, run: Run, attempt: number, now: Date): Promise<void> {
  await attemptOf(db, run, attempt).set({ beatAt: now }).execute()
}

/** Stores the result of an attempt, unless the run has been taken over, and deletes the job's oldest runs. */
export async function endRun(
  db: Database,
  run: Run,
  attempt: number,
  { outcome, ...end }: { state: 'done' | 'failed'; outcome: Sentence; endedAt: Date },
): Promise<void> {
  await attemptOf(db, run, attempt)
    .set({ ...end, outcome: toStored(outcome) })
    .execute()
  await sql`delete from job_run where job = ${run.job} and due_at < (
    select due_at from job_run where job = ${run.job} order by due_at desc offset ${MAX_STORED_RUNS - 1} limit 1)`.execute(
    db,
  )
}

function attemptOf(db: Database, { job, dueAt }: Run, attempt: number) {
  return db
    .updateTable('jobRun')
    .where('job', '=', job)
    .where('dueAt', '=', dueAt)
    .where('state', '=', 'running')
    .where('attempts', '=', attempt)
}
