import { today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { undoConsequences } from '#operations/imports/consequences.ts'
import { faultsOf, toPastFile, toPastRow } from './apiFormat.ts'
import { figureFiles, SHOWN_FAULTS } from './contract.ts'
import * as queries from './queries.ts'
import { fileCells } from './queries.ts'
import { commitPastFile, undoPastFile } from './steps.ts'
import { storePastFile } from './storePastFile.ts'

export const figureFilesServer = serve(figureFiles, {
  stores: async ({ db, actor, clock }) => {
    return { items: await queries.findTemplateStores(db, actor, today(clock)) }
  },

  list: async ({ db, actor }, query) => {
    const { items, total } = await queries.findFiles(db, actor, query)
    return { items: items.map(toPastFile), total }
  },

  create: {
    ownTransaction: async (context, _input, transact) => {
      const { db, actor, upload } = context
      if (!upload) throw invalidField('file', '请选择要导入的文件。')
      const file = await queries.getFile(db, actor, await storePastFile(context, upload, transact))
      const duplicate = await queries.findDuplicate(db, file)
      const duplicateOf = duplicate?.committedAt
        ? { committedAt: duplicate.committedAt.toISOString(), createdByName: duplicate.createdByName }
        : null
      return { ...toPastFile(file), duplicateOf }
    },
  },

  get: async ({ db, actor }, { id }) => toPastFile(await queries.getFile(db, actor, id)),

  rows: async ({ db, actor }, query) => {
    await queries.getFile(db, actor, query.id)
    const { items, total } = await queries.findRows(db, query)
    return { items: items.map(toPastRow), total }
  },

  faults: async ({ db, actor }, { id }) => {
    const { headers } = await queries.getFile(db, actor, id)
    const { items, total } = await queries.findFaults(db, id, SHOWN_FAULTS)
    return {
      headers: headers as string[],
      items: items.map((row) => ({ row: row.row, faults: faultsOf(row), cells: row.cells as string[] })),
      total,
    }
  },

  commit: async (context, step) => {
    await commitPastFile(context, step)
    return toPastFile(await queries.getFile(context.db, context.actor, step.id))
  },

  undoConsequences: (context, { id }) =>
    undoConsequences(context, fileCells(id), async (inner) => {
      const { version } = await queries.lockFile(inner.db, inner.actor, id)
      await undoPastFile(inner, { id, version })
    }),

  undo: async (context, step) => {
    await undoPastFile(context, step)
    return toPastFile(await queries.getFile(context.db, context.actor, step.id))
  },
})
