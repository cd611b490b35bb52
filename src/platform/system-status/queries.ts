import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { databaseVersion } from '#db/databaseVersion.ts'
import type { Job } from '#kit/job.ts'
import type {
  AuditState,
  BackupState,
  DatabaseState,
  JobState,
  NodeFacts,
  NodeState,
  QueueState,
} from './state.ts'

/** What identifies a running program. */
export interface NodeIdentity {
  /** Machine and process. */
  node: string
  host: string
  version: string
  schema: string | null
  startedAt: Date
}

/** The nodes of a machine that have not stopped in order. */
export async function findNodesOfHost(db: Database, host: string) {
  return db.selectFrom('systemNode').select(['node', 'no', 'beatAt']).where('host', '=', host).execute()
}

/** Writes a node's row; a new node gets the smallest free number. Fails if two new nodes get the same; one tries again. */
export async function recordNode(
  db: Database,
  { node, ...identity }: NodeIdentity,
  facts: NodeFacts,
  now: Date,
): Promise<void> {
  const freeNumber = sql<number>`(select min(no) from generate_series(1, (select count(*) + 1 from system_node)) as free (no)
    where not exists (select from system_node taken where taken.no = free.no))`
  const json = JSON.stringify(facts)
  await db
    .insertInto('systemNode')
    .values({ node, ...identity, no: freeNumber, beatAt: now, facts: json })
    .onConflict((clash) => clash.column('node').doUpdateSet({ ...identity, beatAt: now, facts: json }))
    .execute()
}

/** Deletes the row of a node that stops in order or was replaced. */
export async function deleteNode(db: Database, node: string): Promise<void> {
  await db.deleteFrom('systemNode').where('node', '=', node).execute()
}

/** Deletes nodes that have been silent since an instant. */
export async function deleteNodesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('systemNode').where('beatAt', '<', before).execute()
}

export async function findNodes(db: Database): Promise<NodeState[]> {
  const rows = await db.selectFrom('systemNode').selectAll().orderBy('no').execute()
  return rows.map((row) => ({ ...row, facts: row.facts as unknown as NodeFacts }))
}

/** The newest run of each job that has run, and its last success. */
export async function findJobs(db: Database, jobs: readonly Job[], now: Date): Promise<JobState[]> {
  const names = jobs.map(({ name }) => name)
  const newest = await db
    .selectFrom('jobRun')
    .distinctOn('job')
    .select(['job', 'dueAt', 'state', 'attempts', 'startedAt', 'beatAt', 'endedAt', 'outcome'])
    .where('job', 'in', names)
    .orderBy('job')
    .orderBy('dueAt', 'desc')
    .execute()
  const successes = await db
    .selectFrom('jobRun')
    .select(({ fn }) => ['job', fn.max('endedAt').as('doneAt')])
    .where('job', 'in', names)
    .where('state', '=', 'done')
    .groupBy('job')
    .execute()
  return jobs.map(({ name, title, dueAt }) => {
    const due = dueAt(now)
    return {
      name,
      title,
      plan: dueAt.plan,
      dueAt: due,
      nextAt: new Date(due.getTime() + dueAt.everyMs),
      last: newest.find(({ job }) => job === name) ?? null,
      lastDoneAt: successes.find(({ job }) => job === name)?.doneAt ?? null,
    }
  })
}

/** The runs of a job since an instant, newest first. */
export async function findRuns(db: Database, job: string, since: Date) {
  return db
    .selectFrom('jobRun')
    .select(['dueAt', 'state', 'attempts', 'startedAt', 'endedAt', 'outcome'])
    .where('job', '=', job)
    .where('dueAt', '>=', since)
    .orderBy('dueAt', 'desc')
    .limit(200)
    .execute()
}

interface BackupRow {
  kind: BackupState['kind']
  target: string
  state: BackupState['last']['state']
  startedAt: Date
  endedAt: Date | null
  outcome: string | null
  doneAt: Date | null
  bytes: number | null
  rows: number | null
  file: string | null
  failures: number
}

/** The newest run of each kind and target of backups, its newest success, and the failures since. */
export async function findBackups(db: Database): Promise<BackupState[]> {
  const { rows } = await sql<BackupRow>`
    select newest.kind, newest.target, newest.state, newest.started_at, newest.ended_at, newest.outcome,
      success.ended_at as done_at, success.bytes, success.rows, success.file,
      (select count(*) from backup_run failure where failure.kind = newest.kind and failure.target = newest.target
        and failure.state = 'failed' and failure.id > coalesce(success.id, 0)) as failures
    from (select distinct on (kind, target) * from backup_run order by kind, target, id desc) newest
    left join lateral (select * from backup_run where kind = newest.kind and target = newest.target and state = 'done'
      order by id desc limit 1) success on true
    order by newest.kind, newest.target`.execute(db)
  return rows.map(({ kind, target, state, startedAt, endedAt, outcome, doneAt, failures, ...done }) => ({
    kind,
    target,
    last: { state, startedAt, endedAt, outcome },
    done: doneAt && { endedAt: doneAt, ...done },
    failures,
  }))
}

interface Queues {
  exports: QueueState
  deliveries: QueueState
  imports: QueueState
}

/** What waits in the program's queues, over all companies. */
export async function findQueues(db: Database, now: Date): Promise<Queues> {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000)
  // A reading takes minutes; older ones were interrupted and are deleted with the next file.
  const readingSince = new Date(now.getTime() - 15 * 60_000)
  const { rows } = await sql<QueueState & { queue: keyof Queues }>`
    select 'exports' as queue, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'running') as running,
      min(created_at) filter (where state = 'waiting') as waiting_since,
      count(*) filter (where state = 'failed' and finished_at >= ${dayAgo}) as failed,
      count(*) filter (where state = 'done' and finished_at >= ${dayAgo}) as done
    from export_file
    union all
    select 'deliveries', count(*) filter (where state = 'waiting' and due_at <= ${now}), 0,
      min(due_at) filter (where state = 'waiting' and due_at <= ${now}),
      count(*) filter (where state = 'failed' and ended_at >= ${dayAgo}),
      count(*) filter (where state = 'done' and ended_at >= ${dayAgo})
    from delivery where state = 'waiting' or ended_at >= ${dayAgo}
    union all
    select 'imports', 0, count(*) filter (where status = 'reading' and created_at >= ${readingSince}), null, 0,
      count(*) filter (where status <> 'reading')
    from import_batch where created_at >= ${dayAgo}`.execute(db)
  const of = (name: keyof Queues): QueueState => {
    const row = rows.find(({ queue }) => queue === name)
    if (!row) throw new Error(`no queue ${name}`)
    const { queue: _, ...state } = row
    return state
  }
  return { exports: of('exports'), deliveries: of('deliveries'), imports: of('imports') }
}

/** How far the audit chains of all companies have been verified. */
export async function findAudit(db: Database): Promise<AuditState> {
  const rows = await db
    .selectFrom('auditCheck')
    .select(['companyCode', 'lines', 'verifiedAt', 'brokenSeq', 'brokenReason', 'brokenAt'])
    .orderBy('companyCode')
    .execute()
  const times = rows.map(({ verifiedAt }) => verifiedAt)
  const isComplete = rows.length > 0 && !times.includes(null)
  const oldest = Math.min(...times.map((at) => at?.getTime() ?? 0))
  return {
    lines: rows.reduce((sum, { lines }) => sum + (lines ?? 0), 0),
    companies: rows.length,
    verifiedAt: isComplete ? new Date(oldest) : null,
    broken: rows.flatMap(({ companyCode, brokenSeq, brokenReason, brokenAt }) =>
      brokenReason && brokenAt ? [{ companyCode, seq: brokenSeq, reason: brokenReason, at: brokenAt }] : [],
    ),
  }
}

interface DatabaseRow {
  version: string
  number: number
  bytes: number
  isReadOnly: boolean
  used: number
  max: number
  deadlocks: number
}

/** The state of the database; `deadlocks` counts those since its statistics began. */
export async function findDatabase(db: Database, engine: DatabaseState['engine']): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseRow>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_database_size(current_database()) as bytes,
      pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
      (select count(*) from pg_stat_activity) as used, current_setting('max_connections')::int as max,
      coalesce((select deadlocks from pg_stat_database where datname = current_database()), 0) as deadlocks`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the database gave no state')
  const { number, used, max, version, ...state } = row
  return {
    ...state,
    engine,
    version: version.split(' ')[0] ?? version,
    major: Math.floor(number / 10_000),
    // The embedded engine has one process, whose clients share it.
    connections: engine === 'embedded' ? { used: 0, max: 0 } : { used, max },
    ...(await databaseVersion(db)),
  }
}

/** The end of a company's audit chain as an anchor, `001:1234:hash`; null for an empty chain. */
export async function findHead(db: Database, companyCode: string): Promise<string | null> {
  const head = await db
    .selectFrom('auditHead')
    .select(['seq', 'hash'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return head ? `${companyCode}:${head.seq}:${head.hash.toString('hex')}` : null
}
