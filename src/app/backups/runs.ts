import { hostname } from 'node:os'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { BackupRun } from '#db/tables.ts'
import { fromStored, type Sentence, toStored } from '#kit/text.ts'

type Row = Selectable<BackupRun>

export type RunKind = Row['kind']

/** What was attempted: a backup, its copy to a target, or a test restore from there. */
export interface RunOf {
  kind: RunKind
  /** `LOCAL`, or the name of a target, which contains no secret. */
  target: string
}

/** The target of what stays in the folder of the program's own backups. */
export const LOCAL = 'local'

/** Number of runs stored per kind and target. */
export const MAX_STORED_RUNS = 500

/** What a run came to. */
export interface RunEnd {
  /** The name of the backup. */
  file: string | null
  bytes: number | null
  rows: number | null
  outcome: Sentence | null
}

/** A stored run. */
export interface StoredRun extends RunOf, RunEnd {
  id: number
  state: Row['state']
  startedAt: Date
  endedAt: Date | null
  node: string
}

/** The outcome of a run that the end of its program interrupted. */
export const INTERRUPTED: Sentence = { sentence: '程序在完成之前停止了。' }

/**
 * Stores the beginning of a run and returns its id. Only one node at a time works on a kind and target, so an earlier
 * run that is still open belongs to a program that was killed, and is closed as failed.
 */
export async function beginRun(db: Database, of: RunOf, file: string | null, now: Date): Promise<number> {
  await runsOf(db, of)
    .where('state', '=', 'running')
    .set({ state: 'failed', endedAt: now, outcome: toStored(INTERRUPTED) })
    .execute()
  const { id } = await db
    .insertInto('backupRun')
    .values({ ...of, file, startedAt: now, node: `${hostname()}:${process.pid}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores the end of a run, unless another node has closed it, and deletes the oldest runs of its kind and target; the
 * newest successful one always stays.
 */
export async function endRun(
  db: Database,
  id: number,
  { outcome, ...end }: RunEnd & { state: 'done' | 'failed'; endedAt: Date },
): Promise<void> {
  const of = await db
    .updateTable('backupRun')
    .set({ ...end, outcome: outcome && toStored(outcome) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning(['kind', 'target'])
    .executeTakeFirst()
  if (of) await deleteOldest(db, of)
}

async function deleteOldest(db: Database, { kind, target }: RunOf): Promise<void> {
  await sql`delete from backup_run where kind = ${kind} and target = ${target}
    and id <= (select id from backup_run where kind = ${kind} and target = ${target}
      order by id desc offset ${MAX_STORED_RUNS} limit 1)
    and id is distinct from (select max(id) from backup_run
      where kind = ${kind} and target = ${target} and state = 'done')`.execute(db)
}

function runsOf(db: Database, { kind, target }: RunOf) {
  return db.updateTable('backupRun').where('kind', '=', kind).where('target', '=', target)
}

/** The newest runs of a kind and target, newest first. */
export async function findRuns(db: Database, of: RunOf, limit: number): Promise<StoredRun[]> {
  return (await newestFirst(db, of).limit(limit).execute()).map(toStoredRun)
}

/** The newest successful run of a kind and target. */
export async function findLastDone(db: Database, of: RunOf): Promise<StoredRun | null> {
  const row = await newestFirst(db, of).where('state', '=', 'done').limit(1).executeTakeFirst()
  return row ? toStoredRun(row) : null
}

function newestFirst(db: Database, { kind, target }: RunOf) {
  return db
    .selectFrom('backupRun')
    .selectAll()
    .where('kind', '=', kind)
    .where('target', '=', target)
    .orderBy('id', 'desc')
}

const toStoredRun = ({ outcome, ...row }: Row): StoredRun => ({
  ...row,
  outcome: outcome === null ? null : fromStored(outcome),
})
