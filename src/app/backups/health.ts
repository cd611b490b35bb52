import type { Settings } from '#app/settings.ts'
import type { Database } from '#db/connect.ts'
import type { Sentence } from '#kit/text.ts'
import { namesOf, parseAddresses } from './addresses.ts'
import { findLastDone, findRuns, LOCAL, type RunKind } from './runs.ts'

/** How backups of one kind to one target go. */
export interface RunHealth {
  kind: RunKind
  /** `local`, or the name of the target: `folder`, `s3`, `sftp-2`. */
  target: string
  /** When the newest successful run began: it contains everything that was saved before. Null if none succeeded. */
  lastDoneAt: Date | null
  /** Time since then, in ms; null if none succeeded. */
  ageMs: number | null
  /** The name, size in bytes and number of rows of that run. */
  file: string | null
  bytes: number | null
  rows: number | null
  /** Number of failed runs since then, up to 500. */
  failures: number
  /** The reason of the newest failure since then. */
  reason: Sentence | null
  /** When the oldest stored run began, for an installation that never had a successful one; null without any run. */
  firstAt: Date | null
}

export interface BackupHealth {
  /** Backups made by the program; null on a server without targets, where it makes none. */
  backup: RunHealth | null
  /** Copies, by target in the order of the setting. */
  copies: RunHealth[]
  /** Test restores of the first target, or of the local backups; null if the program makes no backups. */
  testRestore: RunHealth | null
}

/** How the backups go, from their stored runs. */
export async function backupHealth(
  db: Database,
  { databaseUrl, backupTo }: Pick<Settings, 'databaseUrl' | 'backupTo'>,
  now: Date,
): Promise<BackupHealth> {
  const targets = namesOf(parseAddresses(backupTo).filter((address) => address !== null))
  if (databaseUrl && targets.length === 0) return { backup: null, copies: [], testRestore: null }
  const health = (kind: RunKind, target: string) => runHealth(db, { kind, target, now })
  return {
    backup: await health('backup', LOCAL),
    copies: await Promise.all(targets.map((target) => health('copy', target))),
    testRestore: await health('test_restore', targets[0] ?? LOCAL),
  }
}

async function runHealth(
  db: Database,
  { kind, target, now }: { kind: RunKind; target: string; now: Date },
): Promise<RunHealth> {
  const [last, runs] = [await findLastDone(db, { kind, target }), await findRuns(db, { kind, target }, 500)]
  const failed = runs.filter(({ state, id }) => state === 'failed' && id > (last?.id ?? 0))
  return {
    kind,
    target,
    lastDoneAt: last?.startedAt ?? null,
    ageMs: last ? now.getTime() - last.startedAt.getTime() : null,
    file: last?.file ?? null,
    bytes: last?.bytes ?? null,
    rows: last?.rows ?? null,
    failures: failed.length,
    reason: failed[0]?.outcome ?? null,
    firstAt: runs.at(-1)?.startedAt ?? null,
  }
}
