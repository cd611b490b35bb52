import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import { type Clock, today } from '#kit/calendar.ts'
import { formatterLookup } from '#kit/cellFormatter.ts'
import type { KeyFor } from '#kit/keys.ts'
import { listLookup } from '#kit/listReading.ts'
import { totalsLookup } from '#kit/listTotals.ts'
import { logSentParts } from '#platform/exports/downloads.ts'
import { deleteExpired } from '#platform/exports/queries.ts'
import { writeNextFile } from '#platform/exports/work.ts'
import { cellFormatters } from './cellFormatters.ts'
import { type Chore, HOUR_MS } from './chores.ts'
import { faultFields } from './faultFields.ts'
import { featuresWith } from './features.ts'
import { listTotals } from './listTotals.ts'

/** Interval between checks for requested files, in ms. */
const CHECK_INTERVAL_MS = 2_000
/** Interval at which downloaded parts are written to the audit log, in ms. */
const LOG_INTERVAL_MS = 60_000

interface Parts {
  db: Database
  clock: Clock
  keyFor: KeyFor
  isStopping: () => boolean
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Writes the requested files one after the other, and deletes expired ones. */
export function exportWorker({ db, clock, keyFor, isStopping, log }: Parts) {
  const features = featuresWith({ sendCode: null, title: '' })
  const work = {
    db,
    clock,
    keyFor,
    isStopping,
    findList: listLookup(() => features),
    findFormatter: formatterLookup(cellFormatters),
    findTotals: totalsLookup(listTotals),
    onFault: (err: unknown) => log.error(faultFields(err), 'export failed'),
  }
  let running: Promise<void> | null = null
  const workAll = async () => {
    while (await writeNextFile(work));
  }
  const chores: Chore[] = [
    {
      name: 'exports',
      everyMs: CHECK_INTERVAL_MS,
      work: async () => {
        if (running) return
        running = workAll().finally(() => {
          running = null
        })
        await running
      },
    },
    {
      name: 'old exports',
      everyMs: HOUR_MS,
      work: async () => void (await deleteExpired(db, today(clock))),
    },
    {
      name: 'downloaded parts',
      everyMs: LOG_INTERVAL_MS,
      work: () => logSentParts({ db, clock, keyFor }),
    },
  ]
  /** Waits until the file in progress is finished or abandoned; `isStopping` makes the work abandon it. */
  const settled = async () => void (await running?.catch(() => undefined))
  return { chores, settled }
}
