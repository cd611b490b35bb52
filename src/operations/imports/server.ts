import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { commitImport } from './commitImport.ts'
import { undoConsequences } from './consequences.ts'
import { imports } from './contract.ts'
import { Findings } from './findings.ts'
import { getPreview, toImportBatch } from './preview.ts'
import { getFindings } from './previewQueries.ts'
import { findBatches, getBatch, lockBatch } from './queries.ts'
import { writtenCells } from './settlingQueries.ts'
import { storePreview } from './storePreview.ts'
import { undoImport } from './undoImport.ts'

export const importsServer = serve(imports, {
  preview: {
    ownTransaction: async ({ db, actor, clock, spend, upload }, input) => {
      if (!upload) throw invalidField('file', '请选择要导入的文件。')
      const id = await storePreview({ db, actor, clock, spend, upload, input })
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
