import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import type { EndReason } from '#operations/imports/correctionQueries.ts'
import { assertStep } from '#operations/imports/rules.ts'
import { liftCellCorrections, lockStores, settle } from '#operations/imports/settlingQueries.ts'
import { toPastFile } from './apiFormat.ts'
import type { PastStatus } from './contract.ts'
import * as queries from './queries.ts'
import { classifyRows, countRows, getFile, lockFile } from './queries.ts'

interface Step {
  id: number
  version: number
}

/**
 * Commits a workbook of past figures in the request's transaction. Its rows count if there is neither a platform file
 * nor a correction (docs/decisions/046). Throws NOT_FOUND, WRONG_STATE and STALE.
 */
export async function commitPastFile(context: Context, step: Step): Promise<void> {
  const { db, actor, clock, record } = context
  const file = await lockForStep(context, step, 'commit')
  // Figures may have changed since the preview, so check the rows again under the locks.
  await classifyRows(db, actor, file.id)
  await countRows(db, file.id)
  await changeFigures(context, file.id, 'template', () => queries.writeStoreFigures(db, file.id, clock()))
  await queries.markFile(db, file.id, { status: 'committed', actorId: actor.id, now: clock() })
  const written = await getFile(db, actor, file.id)
  record({
    action: 'commit',
    entity: 'figure-file',
    recordId: file.id,
    companyCode: file.companyCode,
    changes: {
      fileName: [null, file.fileName],
      sha256: [null, file.fileHash],
      counts: [null, written.counts],
      stores: [null, written.storesTotal],
      days: [null, `${written.fromOn} – ${written.toOn}`],
    },
  })
}

/** Undoes a workbook and restores the previous figures. Throws NOT_FOUND, WRONG_STATE, STALE, CONFLICT. */
export async function undoPastFile(context: Context, step: Step): Promise<void> {
  const { db, actor, clock, record } = context
  const file = await lockForStep(context, step, 'undo')
  const later = await queries.findLater(db, file)
  if (later) {
    const { fileName, storeName, onDay: on } = later
    throw new AppError(
      'CONFLICT',
      '“{storeName}”{on} 之后又导入过历史日数据“{fileName}”，请先撤销那一次，再撤销这一次。',
      { values: { storeName, on, fileName } },
    )
  }
  await changeFigures(context, file.id, 'undo', () => queries.restoreStoreFigures(db, file.id))
  await queries.markFile(db, file.id, { status: 'undone', actorId: actor.id, now: clock() })
  record({
    action: 'undo',
    entity: 'figure-file',
    recordId: file.id,
    companyCode: file.companyCode,
    changes: { status: ['committed', 'undone'], fileName: [file.fileName, null] },
  })
}

/** Locks the file and then its stores, like all writers of figures. */
async function lockForStep({ db, actor }: Context, { id, version }: Step, step: 'commit' | 'undo') {
  await setStatementTimeout(db, IMPORT_STATEMENT_LIMIT_SECONDS)
  const file = await lockFile(db, actor, id)
  assertStep(file.status as PastStatus, step)
  await assertVersionLazy(file, version, async () => toPastFile(await getFile(db, actor, id)))
  await lockStores(db, await queries.findStores(db, id))
  return file
}

/** Changes the figures of a file, and updates everything that is derived from them. */
async function changeFigures(
  { db, clock }: Context,
  fileId: number,
  why: EndReason,
  work: () => Promise<void>,
) {
  const cells = queries.fileCells(fileId)
  await liftCellCorrections(db, cells)
  await work()
  await settle(db, cells, { batchId: null, at: clock(), why })
}
