import { hideStoreSalary, reachOf } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import { type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertVersion } from '#kit/version.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type WarningKind, type WarningStatus, warnings } from './contract.ts'
import * as lists from './listQueries.ts'
import { notifyWarnings } from './notify.ts'
import { BY_LEVEL, BY_SCORE } from './partQueries.ts'
import { stepWarning } from './queries.ts'
import { assertOpen, assertRunnable } from './rules.ts'
import { runWeeks } from './run.ts'
import { toWarningPage, toWarnings } from './toWarnings.ts'
import { reachesAllStores } from './visiblePart.ts'
import { lastCompleteWeek } from './weeks.ts'

const customersOf = ({ actor, clock }: Context) => customerScope(actor, 'canWarningCustomer', today(clock))

async function readPage(context: Context, id: number) {
  return toWarningPage(context, await lists.getWarning(context.db, customersOf(context), id))
}

interface Step {
  id: number
  version: number
  note?: string | null | undefined
}

/** Changes the status of an open warning; throws STALE and WRONG_STATE. */
async function step(context: Context, { id, version, note = null }: Step, status: WarningStatus) {
  const { db, actor, clock, record } = context
  const before = await lists.lockWarning(db, customersOf(context), id)
  const [current] = await toWarnings(context, [before])
  assertVersion(before, version, () => current)
  assertOpen(before)
  const after = await stepWarning(db, id, { status, handlerId: actor.id, note, at: clock() })
  const changes: Changes = changesBetween(
    { status: before.status, handlerId: before.handlerId },
    { status: after.status, handlerId: after.handlerId },
  )
  if (note) changes.note = [null, note]
  const { companyCode } = before
  record({ action: status, entity: 'warning', recordId: id, changes, companyCode })
  return readPage(context, id)
}

export const warningsServer = serve(warnings, {
  list: async (context, query) => {
    assertCompanyFilter(context.actor, query.companyCode)
    const order = reachesAllStores(context.actor) ? BY_SCORE : BY_LEVEL
    const found = await lists.findWarnings(context.db, customersOf(context), query, order)
    return { ...found, items: await toWarnings(context, found.items) }
  },

  overview: async (context, filter) => {
    const { db, actor, clock } = context
    assertCompanyFilter(actor, filter.companyCode)
    const on = today(clock)
    const company = filter.companyCode?.[0] ?? actor.companyCode
    const { overageCents, ...found } = await lists.findKinds(db, customersOf(context), filter)
    const newest = lastCompleteWeek(on)
    const [weekOn = null] = filter.week?.length === 1 ? filter.week : []
    const run = await lists.findRun(db, company, newest)
    const requestedRun = weekOn === null ? undefined : await lists.findRun(db, company, weekOn)
    const hits = await lists.findHits(db, customersOf(context), filter, on)
    return {
      weekOn,
      customers: found.customers,
      kinds: found.kinds.map((row) => ({ ...row, kind: row.kind as WarningKind })),
      ...(!hideStoreSalary(actor) && { overageCents }),
      hits: hits.map((row) => ({ ...row, kind: row.kind as WarningKind })),
      newest: { weekOn: newest, ranAt: run?.ranAt.toISOString() ?? null },
      promotion: requestedRun?.promotion ?? null,
    }
  },

  get: (context, { id }) => readPage(context, id),
  handle: (context, input) => step(context, input, 'handling'),
  resolve: (context, input) => step(context, input, 'resolved'),
  ignore: (context, input) => step(context, input, 'ignored'),

  run: async (context, { week: weekOn }) => {
    const { db, actor, clock, record } = context
    const [at, on] = [clock(), today(clock)]
    assertRunnable(weekOn, on)
    const { companyCode } = actor
    const isWhole = reachOf(actor, 'canWarningCustomer') !== 'team'
    const running = { companyCode, weekOn, reach: customersOf(context), isWhole, by: actor.id, at }
    const { raised, ...outcome } = await runWeeks(db, running)
    if (weekOn === lastCompleteWeek(on))
      await notifyWarnings(db, raised, { companyCode, weekOn, today: on, at })
    const counts = { customers: outcome.customers, raised: raised.length, resolved: outcome.resolved }
    const changes = Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, [null, value]]))
    record({ action: 'run', entity: 'warning-week', recordId: weekOn, changes: changes as Changes })
    return { weekOn, ...counts, promotion: outcome.promotion }
  },
})
