/** The limits beyond which something is a problem. All of them are here, each with its reason. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const GIB = 1024 ** 3

/** Interval of the checks on every node, in ms: a problem is known two minutes after its fault at the latest. */
export const CHECK_EVERY_MS = MINUTE_MS

/** A problem that has not been seen for so long is resolved: a check that fails once does not resolve it. */
export const RESOLVED_AFTER_MS = 3 * MINUTE_MS

/**
 * Backups are hourly. The next one ends at most 70 minutes later plus its own duration, and people must know of a missing
 * one within two hours.
 */
export const MAX_BACKUP_AGE_MS = 110 * MINUTE_MS

/** Test restores are weekly; one day for a restore that is tried again. */
export const MAX_TEST_RESTORE_AGE_MS = 8 * DAY_MS

/** A job that is due is begun within a minute. During an upgrade no node runs for a few minutes. */
export const MAX_JOB_DELAY_MS = 15 * MINUTE_MS

/** The longest job (checking the figures of 1,000 companies) takes a quarter of an hour. */
export const MAX_JOB_MS = 2 * HOUR_MS

/** A run without a heartbeat for so long has lost its node (as in app/jobRuns.ts); another one takes it over. */
export const JOB_SILENCE_MS = 3 * MINUTE_MS

/** A disk is low if less than both is free: a fifth of a large disk is still a lot. */
export const LOW_DISK = { share: 0.2, bytes: 50 * GIB }

/** With less than this free the next backup may not fit; writes are refused below 0.5 GB (app/diskGuard.ts). */
export const CRITICAL_DISK_BYTES = 2 * GIB

/** A disk that will be full so soon at the growth of the last days needs room now. */
export const DISK_FULL_SOON_MS = 14 * DAY_MS

/** A trend needs samples over this time; before, files of the installation itself would count as growth. */
export const MIN_TREND_MS = 3 * DAY_MS

/** A state that began stays until the value is better than the limit by this factor, so that it does not flap. */
export const EASING = 1.1

/** A queue that does not move for so long is stuck. */
export const MAX_WAIT_MS = 5 * MINUTE_MS

/** Files wait longer than this only if the program cannot keep up. */
export const MAX_EXPORT_WAIT_MS = 30 * MINUTE_MS

/** Subscriptions are sent every 5 minutes and tried again at growing intervals. */
export const MAX_DELIVERY_DELAY_MS = 20 * MINUTE_MS

/** A node writes its row every minute. */
export const NODE_SILENCE_MS = 3 * MINUTE_MS

/** A node that has been silent for so long is forgotten. */
export const FORGET_NODE_MS = 7 * DAY_MS

/** An upgrade, one node after the other, is over after this time. */
export const MAX_MIXED_VERSIONS_MS = HOUR_MS

/** Times in the log of two nodes are comparable up to this; a synchronized clock is within 0.1 s. */
export const MAX_CLOCK_OFFSET_MS = SECOND_MS

/** Beyond this a node runs no jobs (app/clockWatch.ts). */
export const JOB_CLOCK_OFFSET_MS = 5 * SECOND_MS

/** A clock that is set moves by less; a machine that slept may move it as well, and that should be known, too. */
export const CLOCK_JUMP_MS = 2 * MINUTE_MS

/** How long a jump of a clock, a restart or a lost connection is shown after it happened. */
export const SHOW_EVENT_MS = HOUR_MS

/** Restarts of the embedded engine within an hour that are no longer chance. */
export const MANY_RESTARTS = 3

/** Connections to the database that were lost within an hour: one restart of the server loses them all once. */
export const MANY_LOST_CONNECTIONS = 50

/** Failed requests within a quarter of an hour: one person who tries again causes two or three. */
export const MANY_FAILED_REQUESTS = 5

/** Deadlocks within an hour. The database ends one of the two, and the program reports the request as not saved. */
export const MANY_DEADLOCKS = 5

/** The fastest of a minute's questions to the database: a long statement delays one of them, not all. */
export const SLOW_DATABASE_MS = 500

/** Share of the server's connections in use. */
export const MANY_CONNECTIONS = 0.9

/** Lines of the audit log are sealed within a second. */
export const MAX_UNSEALED_MS = MINUTE_MS

/** Each chain is verified completely within this time; a run verifies for 3 seconds every 2 minutes. */
export const MAX_VERIFICATION_AGE_MS = 2 * DAY_MS

/** The oldest PostgreSQL that is supported, and the day on which the support of each version ends (postgresql.org). */
export const MIN_POSTGRESQL = 15
export const POSTGRESQL_END: Readonly<Record<number, string>> = {
  13: '2025-11-13',
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

/** Time before the end of support at which it is announced. */
export const ANNOUNCE_END_MS = 90 * DAY_MS
