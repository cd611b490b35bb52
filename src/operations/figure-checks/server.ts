import { AppError } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { checkCompany } from './check.ts'
import { type FigureCheck, figureChecks } from './contract.ts'
import * as queries from './queries.ts'
import { differencesOf } from './rules.ts'

type CheckRow = Awaited<ReturnType<typeof queries.getCheck>>

function toFigureCheck({ checkedAt, ...row }: CheckRow): FigureCheck {
  return { ...row, checkedAt: checkedAt.toISOString() }
}

export const figureChecksServer = serve(figureChecks, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await queries.findChecks(db, actor, query)
    return { items: items.map(toFigureCheck), total }
  },

  findings: async ({ db, actor }, query) => {
    const check = await queries.getCheck(db, actor, query.id)
    const { items, total } = await queries.findFindings(db, check.id, query)
    return {
      items: items.map(({ kept: stored, counted, monthOn, mendedAt, ...row }) => ({
        ...row,
        month: monthOn.slice(0, 7),
        differences: differencesOf(stored, counted),
        mendedAt: mendedAt?.toISOString() ?? null,
      })),
      total,
      checkedAt: check.checkedAt.toISOString(),
    }
  },

  run: async ({ db, actor, clock, record }) => {
    const { companyCode } = actor
    const checked = await checkCompany(db, clock, { companyCode, askedBy: actor.id })
    if (!checked) throw new AppError('WRONG_STATE', '公司还没有任何店铺数据，没有可核对的。')
    const { id, compared, found } = checked
    record({
      action: 'check',
      entity: 'figure-check',
      recordId: id,
      changes: { found: [null, found], compared: [null, compared] },
    })
    return toFigureCheck(await queries.getCheck(db, actor, id))
  },

  mend: async ({ db, actor, clock, record }, { id }) => {
    const { found, mended: recalculated, companyCode } = await queries.getCheck(db, actor, id)
    if (found === recalculated) throw new AppError('WRONG_STATE', '这次核对没有需要重算的汇总。')
    await queries.recalculateFindings(db, id, { staffId: actor.id, now: clock() })
    const after = await queries.getCheck(db, actor, id)
    record({
      action: 'mend',
      entity: 'figure-check',
      recordId: id,
      companyCode,
      changes: { mended: [recalculated, after.mended] },
    })
    return toFigureCheck(after)
  },
})
