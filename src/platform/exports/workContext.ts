import { databaseOf } from '#db/barrier.ts'
import type { Database } from '#db/connect.ts'
import { backgroundContext } from '#kit/backgroundContext.ts'
import type { Clock } from '#kit/calendar.ts'
import type { FindFormatter } from '#kit/cellFormatter.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { FindList } from '#kit/listReading.ts'
import type { FindTotals } from '#kit/listTotals.ts'
import type { Context } from '#kit/serve.ts'
import type { TextLocale } from '#kit/text.ts'
import * as queries from './queries.ts'

/** Dependencies of the background export. */
export interface ExportWork {
  db: Database
  clock: Clock
  keyFor: KeyFor
  findList: FindList
  findFormatter: FindFormatter
  findTotals: FindTotals
  /** Whether the server is stopping; a file in progress is then restarted by the next process. */
  isStopping: () => boolean
  /** Called with unexpected errors, which are not AppErrors. */
  onFault: (error: unknown) => void
}

/** Aborts a file that was cancelled, or whose process stops. */
export class Abandoned extends Error {}

const NO_PERSON = '导出的人已不能登录，没有完成。'

/** The context of the person who requested the file, with their current permissions. Throws FORBIDDEN. */
export async function contextOf(
  work: Pick<ExportWork, 'db' | 'clock' | 'keyFor'>,
  file: { id: number; staffId: number },
  locale: TextLocale,
): Promise<Context> {
  const actor = await queries.findPerson(work.db, file.staffId)
  if (!actor) throw new AppError('FORBIDDEN', NO_PERSON)
  return backgroundContext(
    { ...work, db: databaseOf(work.db, actor) },
    { actor, locale, requestId: `export-${file.id}` },
  )
}
