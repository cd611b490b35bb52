import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** How far PostgreSQL's archiving of its write-ahead log (WAL) has got. Point-in-time recovery depends on it. */
export interface ArchiverState {
  /** Whether the server archives at all (`archive_mode`). False on the embedded engine. */
  isOn: boolean
  /** The last segment that was archived, and when; null if none was since the statistics were reset. */
  lastArchivedAt: Date | null
  /** The last attempt that failed; null if none did. PostgreSQL retries after each failure. */
  lastFailedAt: Date | null
  /** Complete segments that are not archived yet; null if unknown, for example on a standby. */
  waitingSegments: number | null
  /**
   * When the last base backup ended, of whichever tool; null if there was none, or if the login may not execute
   * `pg_ls_waldir` (`db:roles` grants this when a superuser runs it).
   */
  lastBaseBackupAt: Date | null
}

interface StatisticsRow {
  mode: string
  lastArchivedAt: Date | null
  lastFailedAt: Date | null
  lastArchivedWal: string | null
  currentWal: string | null
  segmentBytes: string
  maySeeFiles: boolean
}

/** Reads the state of archiving. The queries need no table of the program and work with every role. */
export async function archiverState(db: Database): Promise<ArchiverState> {
  const { rows } = await sql<StatisticsRow>`
    select current_setting('archive_mode') as mode, last_archived_time as last_archived_at,
      last_failed_time as last_failed_at, last_archived_wal,
      case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as current_wal,
      pg_size_bytes(current_setting('wal_segment_size'))::text as segment_bytes,
      has_function_privilege('pg_ls_waldir()', 'execute') as may_see_files
    from pg_stat_archiver`.execute(db)
  const [row] = rows
  if (!row || row.mode === 'off') {
    return {
      isOn: false,
      lastArchivedAt: null,
      lastFailedAt: null,
      waitingSegments: null,
      lastBaseBackupAt: null,
    }
  }
  return {
    isOn: true,
    lastArchivedAt: row.lastArchivedAt,
    lastFailedAt: row.lastFailedAt,
    waitingSegments: segmentsBetween(row.lastArchivedWal, row.currentWal, Number(row.segmentBytes)),
    lastBaseBackupAt: row.maySeeFiles ? await lastBaseBackup(db) : null,
  }
}

/** The end of a base backup writes a history file, which PostgreSQL keeps until the next one. */
async function lastBaseBackup(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(modification) as at from pg_ls_waldir() where name like '%.backup'`.execute(db)
  return rows[0]?.at ?? null
}

/** A segment's name: timeline, log and number in the log, 8 hexadecimal digits each. */
const SEGMENT = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})/
const LOG_BYTES = 2 ** 32

/**
 * Number of complete segments after `archived` and before `current`, to which PostgreSQL still writes. Null without
 * either; a history file of a timeline (`00000002.history`) has no number.
 */
export function segmentsBetween(
  archived: string | null,
  current: string | null,
  segmentBytes: number,
): number | null {
  const [from, to] = [archived, current].map((name) => {
    const [, log, number] = SEGMENT.exec(name ?? '') ?? []
    return log && number
      ? Number.parseInt(log, 16) * (LOG_BYTES / segmentBytes) + Number.parseInt(number, 16)
      : null
  })
  return from == null || to == null ? null : Math.max(0, to - from - 1)
}

/** Why archiving does not work: attempts fail, or an attempt neither ends nor fails. */
export type ArchiverFault = 'failing' | 'stuck'

/** Waiting segments that count as stuck: one may be on its way. */
const STUCK_SEGMENTS = 2
const STUCK_AFTER_MS = 5 * 60_000

/**
 * The fault of archiving, and the last time that it worked (null if never); null without a fault. While it lasts, the
 * loss of the machine loses every write since `since`.
 */
export function archiverFault(
  state: ArchiverState,
  now: Date,
): { fault: ArchiverFault; since: Date | null; waitingSegments: number | null } | null {
  const { isOn, lastArchivedAt: since, lastFailedAt, waitingSegments } = state
  if (!isOn) return null
  const archivedAt = since?.getTime() ?? 0
  if (lastFailedAt && lastFailedAt.getTime() > archivedAt) return { fault: 'failing', since, waitingSegments }
  const isStuck = (waitingSegments ?? 0) >= STUCK_SEGMENTS && now.getTime() - archivedAt > STUCK_AFTER_MS
  return isStuck ? { fault: 'stuck', since, waitingSegments } : null
}
