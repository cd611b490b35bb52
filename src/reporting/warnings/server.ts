import { type Actor, hideStoreSalary, reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { type AuditLine, type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { coversIfEmpty } from '#kit/list.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type WarningStatus, warnings } from './contract.ts'
import * as queries from './customerQueries.ts'
import * as lists from './listQueries.ts'
import { notifyWarnings } from './notify.ts'
import { partialValue } from './partialWeek.ts'
import { BY_LEVEL, BY_SCORE } from './partQueries.ts'
import { getCustomerCompany, stepWarning } from './queries.ts'
import { assertOpen, assertRunnable, assertThresholds } from './rules.ts'
import { runWeeks } from './run.ts'
import { type ChosenThresholds, findThresholds, limitsOf, putThresholds } from './thresholdQueries.ts'
import { warningThresholds } from './thresholdsContract.ts'
import { toWarningPage, toWarnings, withoutMoney } from './toWarnings.ts'
import { reachesAllStores, visiblePart, visibleStores } from './visiblePart.ts'
import { lastCompleteWeek } from './weeks.ts'
import { type CustomerWeek, customerWeeks } from './weeksContract.ts'

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
  await assertVersionLazy(before, version, async () => (await toWarnings(context, [before]))[0])
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
    const covers = await coversIfEmpty(found.total, () =>
      lists.countChecked(context.db, customersOf(context)),
    )
    return { ...found, items: await toWarnings(context, found.items), covers }
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
      kinds: found.kinds,
      ...(!hideStoreSalary(actor) && { overageCents }),
      hits: hits,
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

/** Number of weeks in the score's sparkline. */
const SCORES = 12

export const customerWeeksServer = serve(customerWeeks, {
  list: async (context, { week, ...query }) => {
    const { db, actor, clock } = context
    assertCompanyFilter(actor, query.companyCode)
    const reach = customerScope(actor, 'canWarningCustomer', today(clock))
    const weekOn = week ?? (await queries.findNewestWeek(db, reach))
    if (weekOn === null) return { items: [], total: 0, weekOn, riskCounts: {} }
    const stores = reachesAllStores(actor) ? null : visibleStores(context)
    const found = await queries.findCustomerWeeks(db, reach, weekOn, query, stores)
    const items = (await visiblePart(context, found.items)).map(({ own: _own, ...row }) => ({
      ...withoutMoney(row, actor),
      volumeOf: row.volumeOf as CustomerWeek['volumeOf'],
      parts: row.riskParts,
    }))
    return { ...found, items, weekOn }
  },

  risk: async (context, { id }) => {
    const { db, actor, clock } = context
    const reach = customerScope(actor, 'canReadCustomer', today(clock))
    await getCustomerCompany(db, reach, id)
    const weeks = await visiblePart(context, await queries.findWeeksOf(db, id, SCORES))
    const open = await visiblePart(context, await queries.findOpenOf(db, id))
    const [newest] = weeks
    return {
      weekOn: newest?.weekOn ?? null,
      risk: newest ? riskOf(newest) : null,
      course: weeks.flatMap(({ weekOn, score }) => (score === null ? [] : [{ weekOn, score }])).reverse(),
      open: open.map((row) => {
        const { id, weekOn: week, kind, level } = row
        return { id, weekOn: week, kind, level, value: row.own ? partialValue(kind, row.own) : row.value }
      }),
    }
  },
})

type Week = Awaited<
  ReturnType<typeof visiblePart<Awaited<ReturnType<typeof queries.findWeeksOf>>[number]>>
>[number]

const riskOf = ({ score, risk, otherStores, riskParts, scoreVersion: version }: Week) => ({
  score,
  risk,
  otherStores,
  version,
  parts: riskParts,
})

async function readCompany(db: Database, { companyCode }: Actor) {
  const { version, updatedAt, updatedByName, ...chosen } = await findThresholds(db, companyCode, null)
  return { ...limitsOf(chosen), version, updatedAt: updatedAt?.toISOString() ?? null, updatedByName }
}

const companyOf = ({ db, actor, clock }: Context, permission: Permission, id: number) =>
  getCustomerCompany(db, customerScope(actor, permission, today(clock)), id)

async function readCustomer(db: Database, customerId: number, companyCode: string) {
  const { updatedAt, ...customerThresholds } = await findThresholds(db, companyCode, customerId)
  const company = limitsOf(await findThresholds(db, companyCode, null))
  return { customerId, ...customerThresholds, updatedAt: updatedAt?.toISOString() ?? null, company }
}

interface ThresholdsInput {
  companyCode: string
  customerId: number | null
  chosen: ChosenThresholds
  version: number
}

/** Saves thresholds with an audit line; throws STALE. */
async function saveThresholds(
  { db, actor, clock, record }: Context,
  choosing: ThresholdsInput,
): Promise<void> {
  const { companyCode, customerId, chosen, version } = choosing
  const {
    version: _v,
    updatedAt: _a,
    updatedByName: _b,
    ...before
  } = await findThresholds(db, companyCode, customerId)
  const isSaved = await putThresholds(
    db,
    { companyCode, customerId, chosen, by: actor.id, at: clock() },
    version,
  )
  if (!isSaved) throw new AppError('STALE', '预警阈值刚被别人修改过，请刷新后再改。')
  const line: AuditLine = {
    action: 'update',
    ...(customerId === null
      ? { entity: 'warning-threshold', recordId: companyCode }
      : { entity: 'customer-threshold', recordId: customerId }),
    changes: changesBetween(before, { ...chosen }),
    companyCode,
  }
  record(line)
}

export const warningThresholdsServer = serve(warningThresholds, {
  get: ({ db, actor }) => readCompany(db, actor),

  set: async (context, { version, ...chosen }) => {
    assertThresholds(chosen)
    const { companyCode } = context.actor
    await saveThresholds(context, { companyCode, customerId: null, chosen, version })
    return readCompany(context.db, context.actor)
  },

  ofCustomer: async (context, { id }) => {
    const companyCode = await companyOf(context, 'canReadCustomer', id)
    return readCustomer(context.db, id, companyCode)
  },

  setOfCustomer: async (context, { id, version, ...chosen }) => {
    const { db } = context
    const companyCode = await companyOf(context, 'canUpdateCustomer', id)
    assertThresholds(limitsOf(chosen, limitsOf(await findThresholds(db, companyCode, null))))
    await saveThresholds(context, { companyCode, customerId: id, chosen, version })
    return readCustomer(db, id, companyCode)
  },
})
