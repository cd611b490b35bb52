import { type Context, type Served, serve } from '#kit/serve.ts'
import { importSetup } from './contract.ts'
import type { Makers } from './makers.ts'
import { proposeSetup } from './proposals.ts'
import { findSetups, getSetup } from './queries.ts'
import { runSetup } from './run.ts'
import { toSetupRuns } from './setupRuns.ts'
import { undoSetup, undoSetupConsequences } from './undo.ts'

/** Serves the set-up from files; the app supplies the write paths of customers and stores. */
export function importSetupServer(makers: Makers): Served {
  return serve(importSetup, {
    propose: (context, { id }) => proposeSetup(context, id),

    run: async (context, input) => {
      const { id, files } = await runSetup(context, input, makers)
      return { setup: await readRun(context, id), files }
    },

    list: async (context, query) => {
      const { items, total } = await findSetups(context.db, context.actor, query)
      return { items: await toSetupRuns(context, items), total }
    },

    undoConsequences: (context, { id }) => undoSetupConsequences(context, id, makers),

    undo: async (context, input) => {
      await undoSetup(context, input, makers)
      return readRun(context, input.id)
    },
  })
}

async function readRun(context: Context, id: number) {
  const [run] = await toSetupRuns(context, [await getSetup(context.db, context.actor, id)])
  if (!run) throw new Error(`run ${id} is gone`)
  return run
}
