import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

/** One run of a job: which, and the instant for which it is. */
export interface Run {
  job: string
  dueAt: Date
}

/** Whoever does the work says so this often. */
export const BEAT_MS = 20_000

/** So long nothing is heard of whoever did the work: then it is taken over. */
export const SILENCE_MS = 3 * 60_000

/** After a failure the work rests so long before it is tried again. */
export const REST_MS = 5 * 60_000

/** So often a run is begun at most. */
export const MOST_ATTEMPTS = 3

/** So many runs of each job are remembered. */
export const KEPT_RUNS = 200

/**
 * Takes a run for this node: a new one, one whose node has fallen silent, or one that failed some time ago. Answers which
 * attempt it is, or null where it is somebody else's, done, or was begun too often. The database decides: of any number
 * of nodes that ask at once one is answered.
 */
export async function takeRun(db: Database, run: Run, node: string, now: Date): Promise<number | null> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const taken = await db
    .insertInto('jobRun')
    .values({ ...run, node, startedAt: now, beatAt: now })
    .onConflict((clash) =>
      clash
        .columns(['job', 'dueAt'])
        .doUpdateSet((eb) => ({
          ...{ state: 'running', node, startedAt: now, beatAt: now, endedAt: null, outcome: null },
          attempts: eb('jobRun.attempts', '+', 1),
        }))
        .where('jobRun.attempts', '<', MOST_ATTEMPTS)
        .where((or) =>
          or.or([
            or.and([or('jobRun.state', '=', 'running'), or('jobRun.beatAt', '<=', ago(SILENCE_MS))]),
            or.and([or('jobRun.state', '=', 'failed'), or('jobRun.endedAt', '<=', ago(REST_MS))]),
          ]),
        ),
    )
    .returning('attempts')
    .executeTakeFirst()
  return taken?.attempts ?? null
}

/** The instant of a job's newest run up to `now` that is done or given up; null if there is none. */
export async function findSettled(db: Database, job: string, now: Date): Promise<Date | null> {
  const silent = new Date(now.getTime() - SILENCE_MS)
  const run = await db
    .selectFrom('jobRun')
    .select('dueAt')
    .where('job', '=', job)
    .where('dueAt', '<=', now)
    .where((or) =>
      or.or([
        or('state', '=', 'done'),
        or.and([or('state', '=', 'failed'), or('attempts', '>=', MOST_ATTEMPTS)]),
        or.and([or('beatAt', '<=', silent), or('attempts', '>=', MOST_ATTEMPTS)]),
      ]),
    )
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.dueAt ?? null
}

/** Says that this attempt is still under way, unless it has been taken over. */
export async function beatRun(db: Database, run: Run, attempt: number, now: Date): Promise<void> {
  await attemptOf(db, run, attempt).set({ beatAt: now }).execute()
}

/** Writes down what came of an attempt, unless it has been taken over, and forgets the job's oldest runs. */
export async function endRun(
  db: Database,
  run: Run,
  attempt: number,
  end: { state: 'done' | 'failed'; outcome: string; endedAt: Date },
): Promise<void> {
  await attemptOf(db, run, attempt).set(end).execute()
  await sql`delete from job_run where job = ${run.job} and due_at < (
    select due_at from job_run where job = ${run.job} order by due_at desc offset ${KEPT_RUNS - 1} limit 1)`.execute(
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
