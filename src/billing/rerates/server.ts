import { monthOf, today } from '#kit/calendar.ts'
import { type Consequence, countRow, refusedRow, valueRow } from '#kit/consequences.ts'
import { AppError } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'
import { coversIfEmpty } from '#kit/list.ts'
import { sum } from '#kit/money.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { compareCompanyMonth, type Outcome } from './compare.ts'
import { rerateConsequences, rerateRules, rerates } from './contract.ts'
import { dropLate, settleLate } from './late.ts'
import * as list from './listQueries.ts'
import * as queries from './rerateQueries.ts'
import * as rules from './rules.ts'
import { type AddAdjustment, adjust, pricesOf, waive } from './steps.ts'
import { toRerateDetail, toRerates } from './toRerates.ts'

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '----'

/** Serves the comparison of issued bills with current data; `add` creates the draft of an adjustment. */
export function reratesServer({ add }: { add: AddAdjustment }): Served[] {
  return [
    serve(rerates, {
      list: async ({ db, actor }, query) => {
        assertCompanyFilter(actor, query.companyCode)
        const found = await list.findRerates(db, actor, query)
        const covers = await coversIfEmpty(found.total, () => queries.countPriced(db, actor))
        return { ...found, items: await toRerates(db, found.items), covers }
      },
      get: async (context, { id }) => {
        const row = await list.getRerate(context.db, context.actor, id)
        return toRerateDetail(context.db, row, await pricesOf(context, row))
      },
      run: runMonth,
      adjust: (context, input) => adjust(context, input, add),
      waive,
      late: (context, input) => settleLate(context, input, add),
      dropLate,
    }),
    serve(rerateConsequences, {
      adjust: async (context, { ids }) => ({ items: await adjustConsequences(context, ids, add) }),
      waive: async (context, { ids }) => ({ items: await waiveConsequences(context, ids) }),
      late: async (context, input) => ({ items: await lateConsequences(context, input, add) }),
    }),
    rerateRulesServer,
  ]
}

/** Recalculates the issued bills of a month in every company in scope. */
async function runMonth(context: Context, { month }: { month: string }) {
  const { db, actor, clock, record } = context
  rules.assertComparable(month, monthOf(today(clock)))
  const total = { compared: 0, changed: 0, pending: 0 }
  for (const companyCode of await list.findCompaniesCharged(db, actor)) {
    const done: Outcome = await compareCompanyMonth(context, { companyCode, month })
    total.compared += done.compared
    total.changed += done.changed
    total.pending += (await queries.countPending(db, { companyCode, month })).count
    if (done.changed > 0) {
      record({
        action: 'rerate',
        entity: 'customer-bill-run',
        recordId: month,
        companyCode,
        changes: { compared: [null, done.compared], changed: [null, done.changed] },
      })
    }
  }
  return total
}

async function adjustConsequences(
  context: Context,
  ids: readonly number[],
  add: AddAdjustment,
): Promise<Consequence[]> {
  return dryRunInTransaction(context, async (inner) => {
    const { results } = await adjust(inner, { ids }, add)
    const drafts = await list.findDraftedAdjustments(
      inner.db,
      results.flatMap(({ billId }) => billId ?? []),
    )
    const problems = results.flatMap(({ problem }) => problem ?? [])
    const moved = drafts.filter(({ sourceOn, monthOn }) => sourceOn !== monthOn)
    return [
      valueRow('count', '调整草稿', drafts.length, { note: '核对后出账' }),
      valueRow('money', '合计', sum(drafts.map(({ totalCents }) => totalCents))),
      valueRow('count', '客户', new Set(drafts.map(({ customerId }) => customerId)).size),
      ...countRow('记在之后的月份', moved.length, {
        note: '{month} 已结账，记在 {open}',
        values: {
          month: monthsIn(moved.map(({ sourceOn }) => sourceOn)),
          open: monthsIn(moved.map(({ monthOn }) => monthOn)),
        },
      }),
      ...refusedRow('不能出调整', problems),
    ]
  })
}

async function lateConsequences(
  context: Context,
  input: { batchId: number },
  add: AddAdjustment,
): Promise<Consequence[]> {
  return dryRunInTransaction(context, async (inner) => {
    const { results } = await settleLate(inner, input, add)
    const drafted = results.filter(({ billId }) => billId !== null)
    return [
      valueRow('count', '已结账的店日', sum(results.map(({ days }) => days)), {
        note: '不写入报表，只用来计算差额',
      }),
      valueRow('count', '调整草稿', drafted.length, { note: '核对后出账' }),
      valueRow('money', '合计', sum(drafted.map(({ differenceCents }) => differenceCents)), {
        ...(drafted[0] && noteOf(drafted[0])),
      }),
    ]
  })
}

const noteOf = ({ month, openMonth, differenceCents }: Parameters<typeof rules.lateText>[0]) => ({
  note: rules.LATE_TEXT,
  values: { month, open: openMonth, money: formatMoney(differenceCents) },
})

const monthsIn = (days: readonly string[]) => [...new Set(days.map(monthOf))].sort()

async function waiveConsequences(context: Context, ids: readonly number[]): Promise<Consequence[]> {
  return dryRunInTransaction(context, async (inner) => {
    const before = await list.findDifferences(inner.db, inner.actor, ids)
    const { results } = await waive(inner, { ids, reason: REASON })
    const done = new Set(results.filter(({ problem }) => problem === null).map(({ id }) => id))
    const cents = before.filter(({ id }) => done.has(id)).map(({ differenceCents }) => differenceCents)
    const problems = results.flatMap(({ problem }) => problem ?? [])
    return [
      valueRow('count', '豁免', done.size),
      valueRow('money', '不再追收', sum(cents.filter((amount) => amount > 0))),
      valueRow('money', '不再退还', -sum(cents.filter((amount) => amount < 0))),
      ...refusedRow('不能豁免', problems),
    ]
  })
}

const rerateRulesServer = serve(rerateRules, {
  get: ({ db, actor }) => queries.findRule(db, actor.companyCode),

  set: async ({ db, actor, clock, record }, { version, ...limits }) => {
    const { companyCode } = actor
    const before = await queries.findRule(db, companyCode)
    const stamp = updatedNow({ actor, clock })
    const after = await queries.putRule(db, { companyCode, ...limits, ...stamp }, version)
    if (!after) throw new AppError('STALE', '这项设置刚被别人修改过，请刷新后再改。')
    await queries.markMonths(db, companyCode)
    record({
      action: 'update',
      entity: 'rerate-rule',
      recordId: companyCode,
      changes: {
        toleranceCents: [before.toleranceCents, after.toleranceCents],
        waiveLimitCents: [before.waiveLimitCents, after.waiveLimitCents],
      },
    })
    return after
  },
})
