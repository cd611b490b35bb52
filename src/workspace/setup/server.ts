import type { Changes } from '#kit/audit.ts'
import { type Context, serve } from '#kit/serve.ts'
import { staleError } from '#kit/version.ts'
import { companySetup, type Setup, type SetupStep } from './contract.ts'
import { getSetupRow, putSetup, readSetup, type SetupChange } from './queries.ts'
import { assertAllDone } from './rules.ts'

const read = ({ db, actor, clock }: Context) => readSetup(db, actor, clock, { all: true })

/** Writes a change of the company's list with its audit line. Throws STALE unless `version` is current. */
async function change(
  context: Context,
  { version, ...changed }: SetupChange & { version: number },
  line: { action: string; changes: Changes },
): Promise<Setup> {
  const { db, actor, clock, record } = context
  const { companyCode } = actor
  if (!(await putSetup(db, companyCode, { ...changed, version }, { id: actor.id, at: clock() })))
    throw staleError(await read(context))
  record({ ...line, entity: 'company', recordId: companyCode, companyCode })
  return read(context)
}

async function skip(context: Context, step: SetupStep, isSkipped: boolean, version: number): Promise<Setup> {
  const { skipped: before } = await getSetupRow(context.db, context.actor.companyCode)
  const others = before.filter((key) => key !== step)
  const skipped = isSkipped ? [...others, step] : others
  return change(
    context,
    { skipped, version },
    { action: 'skip-setup-step', changes: { skipped: [before, skipped] } },
  )
}

export const setupServer = serve(companySetup, {
  get: (context) => read(context),

  skip: (context, { step, isSkipped, version }) => skip(context, step, isSkipped, version),

  dismiss: (context, { version }) =>
    change(context, { dismissedAt: context.clock(), version }, { action: 'dismiss-setup', changes: {} }),

  resume: (context, { version }) =>
    change(context, { dismissedAt: null, version }, { action: 'resume-setup', changes: {} }),

  finish: async (context, { version }) => {
    assertAllDone((await read(context)).steps)
    const at = context.clock()
    return change(context, { finishedAt: at, version }, { action: 'finish-setup', changes: {} })
  },
})
