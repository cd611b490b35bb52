import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { fromStored, type Sentence, toStored } from '#kit/text.ts'
import type { FoundProblem } from './checks.ts'
import { RESOLVED_AFTER_MS } from './limits.ts'
import type { Severity } from './problem.ts'

/** A problem that people have been told, or will be told if it lasts. */
export interface StoredProblem {
  key: string
  severity: Severity
  title: Sentence
  remedy: Sentence
  since: Date
  notifiedAt: Date | null
  toldPeople: number
  toldGroups: number
  resolvedAt: Date | null
}

const COLUMNS = [
  'key',
  'severity',
  'title',
  'remedy',
  'since',
  'notifiedAt',
  'toldPeople',
  'toldGroups',
  'resolvedAt',
] as const

interface Row extends Omit<StoredProblem, 'title' | 'remedy'> {
  title: string
  remedy: string
}

const toProblem = ({ title, remedy, ...row }: Row): StoredProblem => ({
  ...row,
  title: fromStored(title),
  remedy: fromStored(remedy),
})

/** Stores the problems that were found now. One that was resolved before begins anew. */
export async function saveProblems(db: Database, found: readonly FoundProblem[], now: Date): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ key, severity, title, remedy, since, waitMs }) => ({
    key,
    severity,
    title: toStored(title),
    remedy: toStored(remedy),
    since: since ?? now,
    firstSeenAt: now,
    lastSeenAt: now,
    tellAt: new Date(now.getTime() + waitMs),
  }))
  const isNew = sql`system_problem.resolved_at is not null`
  const ifNew = (column: string, otherwise = `system_problem.${column}`) =>
    sql`case when ${isNew} then excluded.${sql.ref(column)} else ${sql.ref(otherwise)} end`
  await db
    .insertInto('systemProblem')
    .values(rows)
    .onConflict((clash) =>
      clash.column('key').doUpdateSet({
        severity: ({ ref }) => ref('excluded.severity'),
        title: ({ ref }) => ref('excluded.title'),
        remedy: ({ ref }) => ref('excluded.remedy'),
        lastSeenAt: ({ ref }) => ref('excluded.lastSeenAt'),
        since: ifNew('since') as never,
        firstSeenAt: ifNew('first_seen_at') as never,
        tellAt: ifNew('tell_at') as never,
        notifiedAt: ifNew('notified_at') as never,
        groupToldAt: ifNew('group_told_at') as never,
        resolutionToldAt: ifNew('resolution_told_at') as never,
        resolvedAt: null,
      }),
    )
    .execute()
}

/** Marks the problems that people must be told now, and returns them. */
export async function takeUntold(db: Database, now: Date): Promise<StoredProblem[]> {
  const rows = await db
    .updateTable('systemProblem')
    .set({ notifiedAt: now })
    .where('notifiedAt', 'is', null)
    .where('resolvedAt', 'is', null)
    .where('tellAt', '<=', now)
    .returning(COLUMNS)
    .execute()
  return rows.map(toProblem)
}

/** Marks the problems that have not been seen for some time as resolved, and returns those that people had been told. */
export async function takeResolved(db: Database, now: Date): Promise<StoredProblem[]> {
  const unseen = new Date(now.getTime() - RESOLVED_AFTER_MS)
  await db
    .deleteFrom('systemProblem')
    .where('notifiedAt', 'is', null)
    .where('lastSeenAt', '<', unseen)
    .execute()
  const rows = await db
    .updateTable('systemProblem')
    .set({ resolvedAt: sql<Date>`last_seen_at`, resolutionToldAt: null })
    .where('resolvedAt', 'is', null)
    .where('lastSeenAt', '<', unseen)
    .returning(COLUMNS)
    .execute()
  return rows.map(toProblem)
}

/** Stores how many people have been told of problems. */
export async function countTold(db: Database, keys: readonly string[], people: number): Promise<void> {
  if (keys.length === 0) return
  await db.updateTable('systemProblem').set({ toldPeople: people }).where('key', 'in', keys).execute()
}

/** Problems of the groups' own robots, of which only people are told: a message about it would not arrive either. */
const OF_ROBOTS = 'robot.%'

/**
 * Claims the problems, and the resolutions, that the groups have not been told; older ones are no longer sent. Another
 * node that calls it at the same time gets none of them.
 */
export async function takeForGroups(
  db: Database,
  now: Date,
  since: Date,
): Promise<{ began: StoredProblem[]; resolved: StoredProblem[] }> {
  const began = await db
    .updateTable('systemProblem')
    .set({ groupToldAt: now })
    .where('groupToldAt', 'is', null)
    .where('key', 'not like', OF_ROBOTS)
    .where('notifiedAt', '>=', since)
    .where('resolvedAt', 'is', null)
    .returning(COLUMNS)
    .execute()
  const resolved = await db
    .updateTable('systemProblem')
    .set({ resolutionToldAt: now })
    .where('resolutionToldAt', 'is', null)
    .where('groupToldAt', 'is not', null)
    .where('resolvedAt', '>=', since)
    .returning(COLUMNS)
    .execute()
  return { began: began.map(toProblem), resolved: resolved.map(toProblem) }
}

/** Stores that the groups were told, or that none could be reached, so that the next minute tries again. */
export async function endTelling(
  db: Database,
  { began, resolved }: Record<'began' | 'resolved', readonly StoredProblem[]>,
  groups: number,
): Promise<void> {
  const keys = (problems: readonly StoredProblem[]) => problems.map(({ key }) => key)
  if (began.length > 0) {
    const told = groups > 0 ? { toldGroups: groups } : { groupToldAt: null }
    await db.updateTable('systemProblem').set(told).where('key', 'in', keys(began)).execute()
  }
  if (resolved.length > 0 && groups === 0) {
    await db
      .updateTable('systemProblem')
      .set({ resolutionToldAt: null })
      .where('key', 'in', keys(resolved))
      .execute()
  }
}

/** The problems that people have been told and that are not resolved, the severe ones first. */
export async function findOpen(db: Database): Promise<StoredProblem[]> {
  const rows = await db
    .selectFrom('systemProblem')
    .select(COLUMNS)
    .where('resolvedAt', 'is', null)
    .where('notifiedAt', 'is not', null)
    .orderBy('severity')
    .orderBy('since', 'desc')
    .execute()
  return rows.map(toProblem)
}

/** The keys of the problems that are not resolved, told or not. */
export async function findOpenKeys(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('systemProblem').select('key').where('resolvedAt', 'is', null).execute()
  return new Set(rows.map(({ key }) => key))
}
