import { can } from '#access/can.ts'
import { customerScope } from '#features/customers/queries.ts'
import { correctDay, revokeCorrection } from '#features/imports/queries.ts'
import { cellScope } from '#features/reports/queries.ts'
import { storeScope } from '#features/stores/queries.ts'
import { addDays, today } from '#kit/calendar.ts'
import { AppError, invalidField, notFound } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { CellMetric, Correction, Explanation, Measure } from './contract.ts'
import { figures } from './contract.ts'
import { explainCell } from './explain.ts'
import * as queries from './queries.ts'
import { DIFFERENCE_DAYS, findDifference, findDifferences } from './queriesOfDifferences.ts'
import { columnOf, measureNames, measureOf, periodProblem } from './rules.ts'

type CorrectionRow = Awaited<ReturnType<typeof queries.findCorrections>>['items'][number]

/** A correction as it travels. */
export function presentCorrection(row: CorrectionRow): Correction {
  const { onDay: on, createdAt, endedAt } = row
  return {
    ...row,
    on,
    measure: measureOf(row.measure),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedWhy: row.endedWhy as Correction['endedWhy'],
  }
}

/** At most so many corrections come with a cell. */
const SHOWN = { current: 1, pageSize: 50 }

interface Asked {
  storeId?: number | undefined
  customerId?: number | undefined
  from: string
  to: string
  metric: CellMetric
}

/** Explains a cell under the permission of its report; throws NOT_FOUND where it is out of reach. */
async function explain(
  { db, actor, clock }: Context,
  permission: 'canReportWorklog' | 'canReadCustomer',
  asked: Asked,
): Promise<Explanation> {
  const now = today(clock)
  const problem = periodProblem(asked, now)
  if (problem) throw invalidField('to', problem, { to: asked.to })
  const reach = cellScope(actor, permission, now)
  const { storeId, customerId } = asked
  const subject = await subjectOf(db, { actor, now }, reach, asked)
  const cell = { ...asked, storeId, customerId }
  const explained = await explainCell(db, reach, cell)
  const scope = storeId === undefined ? { customerId } : { storeId: [storeId] }
  const { from, to } = asked
  const { items } = await queries.findCorrections(db, reach, {
    ...scope,
    from,
    to,
    standing: 'true',
    ...SHOWN,
  })
  const day = storeId !== undefined && from === to
  const mayCorrect =
    day &&
    can(actor, 'canReviewWorklog') &&
    (await queries.getStore(db, queries.correctable(actor, from), storeId).catch(() => null)) !== null
  return {
    ...subject,
    ...explained,
    metric: asked.metric,
    from,
    to,
    corrections: items.map(presentCorrection),
    mayCorrect,
  }
}

async function subjectOf(
  db: Context['db'],
  { actor, now }: { actor: Context['actor']; now: string },
  reach: ReturnType<typeof cellScope>,
  { storeId, customerId }: Asked,
) {
  if (storeId !== undefined) {
    const store = await queries.getStore(db, reach, storeId)
    if (customerId !== undefined && store.customerId !== customerId) throw notFound('店铺')
    return { subject: 'store' as const, id: store.id, name: store.name }
  }
  const customer = await queries.getCustomerName(
    db,
    customerScope(actor, 'canReadCustomer', now),
    customerId ?? 0,
  )
  return { subject: 'customer' as const, ...customer }
}

export const figuresServer = serve(figures, {
  explain: (context, input) => explain(context, 'canReportWorklog', input),
  explainCustomer: (context, input) => explain(context, 'canReadCustomer', { ...input, metric: 'volume' }),

  day: async ({ db, actor }, { storeId, on, nick }) => {
    const store = await queries.getStore(db, queries.correctable(actor, on), storeId)
    const found = await queries.findFigures(db, storeId, on, nick)
    if (!found && nick !== undefined) throw notFound('客服数据')
    const measures = Object.keys(measureNames) as Measure[]
    return {
      ...{ storeId, storeName: store.name, on },
      figures: measures.map((measure) => {
        const column = columnOf(measure)
        const now = found?.figures[column] ?? null
        return { measure, now, old: found && column in found.old ? (found.old[column] ?? null) : now }
      }),
      nicks: await queries.findNicks(db, storeId, on),
    }
  },

  corrections: async ({ db, actor, clock }, query) => {
    const reach = cellScope(actor, 'canReportWorklog', today(clock))
    const { items, total } = await queries.findCorrections(db, reach, query)
    return { items: items.map(presentCorrection), total }
  },

  correct: async (context, { storeId, on, nick, changes, reason, questionId }) => {
    const { db, actor, clock, record } = context
    if (on > today(clock)) throw invalidField('on', '{on} 还没有到，请核对日期。', { on })
    const store = await queries.getStore(db, queries.correctable(actor, on), storeId)
    if (questionId !== undefined) await queries.assertQuestion(db, questionId, store.companyCode)
    const columns = Object.entries(changes).map(([measure, value]) => [columnOf(measure), value ?? null])
    const { companyCode } = store
    const { actId, changes: changed } = await correctDay(db, {
      ...{ companyCode, storeId, on, nick: nick ?? null, changes: Object.fromEntries(columns), reason },
      ...{ questionId: questionId ?? null, staffId: actor.id, at: clock() },
    })
    const named = Object.fromEntries(
      Object.entries(changed).map(([column, [old, now]]): [string, [unknown, unknown]] => [
        measureOf(column),
        [old, now],
      ]),
    )
    record({
      ...{ action: 'correct', entity: 'figure', recordId: `${storeId} ${on}${nick ? ` ${nick}` : ''}` },
      ...{ companyCode, changes: { ...named, reason: [null, reason] } },
    })
    return { actId }
  },

  revoke: async ({ db, actor, clock, record }, { id }) => {
    const act = await queries.getAct(db, storeScope(actor, 'canReviewWorklog', today(clock)), id)
    const standing = act.filter(({ endedAt }) => endedAt === null)
    const [first] = standing
    if (!first) throw new AppError('WRONG_STATE', '这次更正已经不在用了，无需撤销。')
    await revokeCorrection(db, { actId: id, staffId: actor.id, at: clock() })
    record({
      ...{ action: 'revoke', entity: 'figure', recordId: `${first.storeId} ${first.onDay}` },
      companyCode: first.companyCode,
      changes: Object.fromEntries(
        standing.map(({ measure, oldValue, newValue }) => [measureOf(measure), [newValue, oldValue]]),
      ),
    })
    return { actId: id }
  },

  pending: async ({ db, actor, clock }, query) => {
    const { items, total } = await queries.findPending(
      db,
      storeScope(actor, 'canReportWorklog', today(clock)),
      query,
    )
    return { items: items.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })), total }
  },

  differences: async ({ db, actor, clock }, { checked, ...query }) => {
    const now = today(clock)
    const filter = { ...query, checked: checked === 'true', since: addDays(now, -DIFFERENCE_DAYS) }
    const { items, total } = await findDifferences(db, storeScope(actor, 'canReviewWorklog', now), filter)
    return {
      items: items.map(({ companyCode: _, ...row }) => ({
        ...row,
        sides: row.sides.map((side) => ({ ...side, measure: measureOf(side.measure) })),
      })),
      total,
    }
  },

  check: async ({ db, actor, clock, record }, { storeId, on, nick, note }) => {
    const reach = storeScope(actor, 'canReviewWorklog', today(clock))
    const found = await findDifference(db, reach, { storeId, on, nick })
    if (!found) throw notFound('差异')
    const { sides, companyCode } = found
    await queries.insertCheck(db, { storeId, on, nick, sides, note, staffId: actor.id, at: clock() })
    const recordId = `${storeId} ${on}${nick ? ` ${nick}` : ''}`
    record({ action: 'check', entity: 'figure', recordId, companyCode, changes: { note: [null, note] } })
    return { storeId, on, nick }
  },
})
