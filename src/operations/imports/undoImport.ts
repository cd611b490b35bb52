import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { reopenCorrections } from './correctionQueries.ts'
import { assertBatchVersion } from './preview.ts'
import { lockBatch } from './queries.ts'
import { assertStep } from './rules.ts'
import * as queries from './settlingQueries.ts'
import { liftCellCorrections, lockStores, settle } from './settlingQueries.ts'

/**
 * Undoes an import in the request's transaction and restores the previous figures. Nicks bound with it stay bound.
 * Throws WRONG_STATE if it is not committed, STALE, or CONFLICT with the later import of the same store and day.
 */
export async function undoImport(context: Context, input: { id: number; version: number }): Promise<void> {
  const { db, actor, clock, record } = context
  const batch = await lockBatch(db, actor, input.id)
  assertStep(batch.status, 'undo')
  await assertBatchVersion(context, batch, input.version)
  await lockStores(db, await queries.findWrittenStores(db, batch.id))
  const later = await queries.findLater(db, batch)
  if (later) throw laterImportError(later)
  const cells = queries.writtenCells(batch.id)
  await liftCellCorrections(db, cells)
  await queries.restoreReplaced(db, batch.id)
  await reopenCorrections(db, batch.id)
  await settle(db, cells, { batchId: null, at: clock(), why: 'undo' })
  await queries.markUndone(db, batch.id, actor.id, clock())
  record({
    action: 'undo',
    entity: 'import',
    recordId: batch.id,
    companyCode: batch.companyCode,
    changes: { status: ['committed', 'undone'], fileName: [batch.fileName, null] },
  })
}

const SHANGHAI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function laterImportError(later: NonNullable<Awaited<ReturnType<typeof queries.findLater>>>): AppError {
  const { id, fileName, storeName, onDay, committedAt } = later
  return new AppError(
    'CONFLICT',
    '“{storeName}”{on} 之后又导入过“{fileName}”（{at}），请先撤销那一次，再撤销这一次。',
    {
      values: {
        storeName,
        fileName,
        on: onDay ?? '',
        at: committedAt ? SHANGHAI.format(committedAt) : '',
      },
      data: { later: { id, fileName, committedAt: committedAt?.toISOString() } },
    },
  )
}
