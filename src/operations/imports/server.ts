import { IMPORT_STATEMENT_LIMIT_SECONDS, setStatementTimeout } from '#db/statementLimits.ts'
import { today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { commitImport } from './commitImport.ts'
import { undoConsequences } from './consequences.ts'
import { imports } from './contract.ts'
import { reopenCorrections } from './correctionQueries.ts'
import { Findings } from './findings.ts'
import { assertBatchVersion, getPreview, toImportBatch } from './preview.ts'
import { getFindings } from './previewQueries.ts'
import { findBatches, getBatch, lockBatch } from './queries.ts'
import { assertStep } from './rules.ts'
import * as queries from './settlingQueries.ts'
import { liftCellCorrections, lockStores, settle, writtenCells } from './settlingQueries.ts'
import { storePreview } from './storePreview.ts'

export const importsServer = serve(imports, {
  preview: {
    ownTransaction: async ({ db, actor, clock, upload }, input) => {
      if (!upload) throw invalidField('file', '请选择要导入的文件。')
      const id = await storePreview({ db, actor, clock, upload, input })
      // Reading the preview of a large file takes long, too.
      return db.transaction().execute(async (tx) => {
        await setStatementTimeout(tx, IMPORT_STATEMENT_LIMIT_SECONDS)
        return getPreview(tx, actor, id, today(clock))
      })
    },
  },

  list: async ({ db, actor, clock }, query) => {
    const { items, total } = await findBatches(db, actor, query, today(clock))
    return { items: items.map(toImportBatch), total }
  },

  get: ({ db, actor, clock }, { id }) => getPreview(db, actor, id, today(clock)),

  problems: async ({ db, actor, clock }, { id }) => {
    const batch = await getFindings(db, actor, id, today(clock))
    const { headers, problems } = Findings.parse(batch.findings)
    return { fileName: batch.fileName, headers, items: problems, total: batch.rowsProblem }
  },

  commit: async (context, input) => {
    await setStatementTimeout(context.db, IMPORT_STATEMENT_LIMIT_SECONDS)
    const counts = await commitImport(context, input)
    const { db, actor, clock } = context
    return { ...toImportBatch(await getBatch(db, actor, input.id, today(clock))), counts }
  },

  undoConsequences: (context, { id }) =>
    undoConsequences(context, writtenCells(id), async (inner) => {
      const { version } = await lockBatch(inner.db, inner.actor, id)
      await undoImport(inner, { id, version })
    }),

  undo: async (context, input) => {
    await setStatementTimeout(context.db, IMPORT_STATEMENT_LIMIT_SECONDS)
    await undoImport(context, input)
    const { db, actor, clock } = context
    return toImportBatch(await getBatch(db, actor, input.id, today(clock)))
  },
})

/**
 * Undoes an import in the request's transaction and restores the previous figures. Nicks bound with it stay bound.
 * Throws WRONG_STATE if it is not committed, STALE, or CONFLICT with the later import of the same store and day.
 */
async function undoImport(context: Context, input: { id: number; version: number }): Promise<void> {
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
