import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { wordsOf } from '#kit/cellWords.ts'
import type { KeyFor } from '#kit/keys.ts'
import { listsOf } from '#kit/listReading.ts'
import { deleteExpired } from '#platform/exports/queries.ts'
import { workOff } from '#platform/exports/work.ts'
import { cellWords } from './cellWords.ts'
import { featuresWith } from './features.ts'
import type { Chore } from './upkeep.ts'
import { HOUR_MS } from './upkeep.ts'

/** Interval between checks for requested files, in ms. */
const LOOK_MS = 2_000

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
    ...{ db, clock, keyFor, isStopping },
    findList: listsOf(() => features),
    findWords: wordsOf(cellWords),
    onFault: (err: unknown) => log.error({ err }, 'export failed'),
  }
  let underWay: Promise<void> | null = null
  const workAll = async () => {
    while (await workOff(work));
  }
  const chores: Chore[] = [
    {
      name: 'exports',
      everyMs: LOOK_MS,
      work: async () => {
        if (underWay) return
        underWay = workAll().finally(() => {
          underWay = null
        })
        await underWay
      },
    },
    {
      name: 'old exports',
      everyMs: HOUR_MS,
      work: async () => void (await deleteExpired(db, today(clock))),
    },
  ]
  /** Waits until the file in progress is finished or abandoned; `isStopping` makes the work abandon it. */
  const settled = async () => void (await underWay?.catch(() => undefined))
  return { chores, settled }
}
