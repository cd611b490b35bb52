import { hostname } from 'node:os'
import { type Database, poolCounts } from '#db/connect.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import type { Clock } from '#kit/calendar.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { Measures } from '#platform/system-status/measure.ts'
import { type SystemWatch, systemWatch, type WatchParts } from '#platform/system-status/watch.ts'
import { groupSender } from '#platform/webhooks/message.ts'
import { transportFor, type WebhookTransport } from '#platform/webhooks/post.ts'
import { DEFAULT_HOSTS } from '#platform/webhooks/rules.ts'
import { jobsWith } from './jobs.ts'

export interface AppWatchParts extends Partial<Omit<Measures, 'poolWaiting'>> {
  /** A handle that reaches every company. */
  db: Database
  clock: Clock
  keyFor: KeyFor
  log?: WatchParts['log']
  engine?: WatchParts['engine']
  schema?: string | null
  webhookTransport?: WebhookTransport | undefined
  expectedBackups?: WatchParts['expectedBackups']
}

/** Watches the running program; what is not given is not measured. */
export function watchSystem(parts: AppWatchParts): SystemWatch {
  const { db, clock, keyFor, schema = null } = parts
  const host = hostname()
  const transport = parts.webhookTransport ?? transportFor(DEFAULT_HOSTS)
  return systemWatch({
    db,
    clock,
    keyFor,
    log: parts.log ?? { warn: () => {} },
    engine: parts.engine ?? 'embedded',
    jobs: jobsWith({ title: '', webhookTransport: transport }),
    identity: { node: `${host}:${process.pid}`, host, version: PROGRAM_VERSION, schema },
    tell: groupSender(transport),
    expectedBackups: parts.expectedBackups ?? [],
    measures: {
      clockOffsetMs: parts.clockOffsetMs ?? (() => 0),
      unsealedMs: parts.unsealedMs ?? (() => 0),
      isDiskFull: parts.isDiskFull ?? (() => false),
      dataFolder: parts.dataFolder ?? null,
      poolWaiting: () => poolCounts(db).waiting,
    },
  })
}
