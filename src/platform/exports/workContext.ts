import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import type { FindWords } from '#kit/cellWords.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { FindList } from '#kit/listReading.ts'
import type { Context } from '#kit/serve.ts'
import * as queries from './queries.ts'

/** What the work in the background stands on. */
export interface ExportWork {
  db: Database
  clock: Clock
  keyFor: KeyFor
  findList: FindList
  findWords: FindWords
  /** Whether the program has been told to stop; what is under way is then begun anew by the next one. */
  isStopping: () => boolean
  /** Hears of faults that no sentence explains. */
  onFault: (error: unknown) => void
}

/** Ends a file that is not to be written further: it was cancelled, or the program stops. */
export class Abandoned extends Error {}

const NO_PERSON = '导出的人已不能登录，没有完成。'

/** Whoever asked for the file, as they stand now: a right that was taken away meanwhile is gone. */
export async function contextOf(
  { db, clock, keyFor }: Pick<ExportWork, 'db' | 'clock' | 'keyFor'>,
  file: { id: number; staffId: number },
): Promise<Context> {
  const actor = await queries.findPerson(db, file.staffId)
  if (!actor) throw new AppError('FORBIDDEN', NO_PERSON)
  return {
    ...{ db, actor, clock, keyFor, upload: undefined, tokenHash: undefined },
    ...{ requestId: `export-${file.id}`, ip: '', userAgent: '' },
    record: () => {
      throw new Error('a list that writes')
    },
  }
}
