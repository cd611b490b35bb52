import { storeScope } from '#clients/scopes.ts'
import { addDays, today } from '#kit/calendar.ts'
import { AppError, notFound } from '#kit/errors.ts'
import { coversIfEmpty } from '#kit/list.ts'
import { serve } from '#kit/serve.ts'
import type { CorrectableMetric } from '#operations/imports/contract.ts'
import { revokeCorrection } from '#operations/imports/queries.ts'
import { correctableMetricNames } from '#operations/imports/rules.ts'
import { cellScope } from '#reporting/reports/queries.ts'
import { consequencesOf } from './consequences.ts'
import { figures } from './contract.ts'
import { correctCell } from './correctCell.ts'
import { countCompared, DIFFERENCE_DAYS, findDifference, findDifferences } from './differenceQueries.ts'
import { explainAgentFigure, explainStoreFigure, toCorrection } from './explainFigure.ts'
import * as queries from './queries.ts'
import { columnOf, measureOf, PENDING_DAYS } from './rules.ts'

export const figuresServer = serve(figures, {
  explain: (context, input) => explainStoreFigure(context, 'canReportWorklog', { ...input, among: {} }),
  explainCustomer: (context, { amongStoreId, platform, ...input }) => {
    const among = { storeId: amongStoreId, platform }
    return explainStoreFigure(context, 'canReadCustomer', { ...input, among, metric: 'volume' })
  },
  explainAgent: (context, { amongStoreId, ...input }) =>
    explainAgentFigure(context, { ...input, storeId: amongStoreId }),

  day: async ({ db, actor }, { storeId, on, nick }) => {
    const store = await queries.getStore(db, queries.correctableStores(actor, on), storeId)
    const found = await queries.findFigures(db, storeId, on, nick)
    if (!found && nick !== undefined) throw notFound('这条客服数据')
    const measures = Object.keys(correctableMetricNames) as CorrectableMetric[]
    return {
      storeId,
      storeName: store.name,
      on,
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
    return { items: items.map(toCorrection), total }
  },

  consequences: consequencesOf,

  correct: async (context, { reason, ...cell }) => correctCell(context, cell, { reason, questionId: null }),

  revoke: async ({ db, actor, clock, record }, { id }) => {
    const batch = await queries.getCorrectionBatch(
      db,
      storeScope(actor, 'canReviewWorklog', today(clock)),
      id,
    )
    const inEffect = batch.filter(({ endedAt }) => endedAt === null)
    const [first] = inEffect
    if (!first) throw new AppError('WRONG_STATE', '这次更正已经不在用了，无需撤销。')
    await revokeCorrection(db, { actId: id, staffId: actor.id, at: clock() })
    record({
      action: 'revoke',
      entity: 'figure',
      recordId: `${first.storeId} ${first.onDay}`,
      companyCode: first.companyCode,
      changes: Object.fromEntries(
        inEffect.map(({ measure, oldValue, newValue }) => [measureOf(measure), [newValue, oldValue]]),
      ),
    })
    return { actId: id }
  },

  pending: async ({ db, actor, clock }, query) => {
    const now = today(clock)
    const reach = storeScope(actor, 'canReportWorklog', now)
    const { items, total } = await queries.findPending(db, reach, query)
    const covers = await coversIfEmpty(total, () =>
      queries.countStoreDays(db, reach, addDays(now, -PENDING_DAYS)),
    )
    return { items: items.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })), total, covers }
  },

  differences: async ({ db, actor, clock }, { checked, ...query }) => {
    const now = today(clock)
    const filter = { ...query, checked: checked === 'true', since: addDays(now, -DIFFERENCE_DAYS) }
    const reach = storeScope(actor, 'canReviewWorklog', now)
    const { items, total } = await findDifferences(db, reach, filter)
    const covers = await coversIfEmpty(total, () => countCompared(db, reach, filter.since))
    return {
      covers,
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
    if (!found) throw notFound('这处差异')
    const { sides, companyCode } = found
    await queries.insertCheck(db, { storeId, on, nick, sides, note, staffId: actor.id, at: clock() })
    const recordId = `${storeId} ${on}${nick ? ` ${nick}` : ''}`
    record({ action: 'check', entity: 'figure', recordId, companyCode, changes: { note: [null, note] } })
    return { storeId, on, nick }
  },
})
