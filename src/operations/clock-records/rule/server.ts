import { monthAfter, monthOf, today } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { staleError } from '#kit/version.ts'
import { findClosedMonths } from '#operations/clock-records/queries.ts'
import { clockRules } from './contract.ts'
import type { RuleRow } from './queries.ts'
import * as queries from './queries.ts'
import { assertMonth } from './rules.ts'

/** The month after the last closed one, or this month; a rule affects all months from its first one on. */
async function findOpenMonth({ db, actor, clock }: Context): Promise<string> {
  const last = [...(await findClosedMonths(db, actor.companyCode))].sort().at(-1)
  return last === undefined ? monthOf(today(clock)) : monthAfter(last)
}

const toRule = ({ updatedByName, updatedAt, ...rule }: RuleRow) => ({
  ...rule,
  updatedByName: updatedByName ?? '',
  updatedAt: updatedAt.toISOString(),
})

async function readRules(context: Context) {
  const { db, actor, clock } = context
  const on = today(clock)
  const { basis, toleranceMinutes } = (await queries.findRuleOn(db, actor.companyCode))(on)
  const rules = (await queries.findRules(db, actor.companyCode)).map(toRule)
  return { basis, toleranceMinutes, rules, thisMonth: monthOf(on), openMonth: await findOpenMonth(context) }
}

export const clockRulesServer = serve(clockRules, {
  get: (context) => readRules(context),

  set: async (context, { version, ...rule }) => {
    const { db, actor, clock, record } = context
    const { companyCode } = actor
    await queries.lockRules(db, companyCode)
    const closed = await findClosedMonths(db, companyCode)
    assertMonth(rule.month, { closed, current: monthOf(today(clock)) })
    const before = (await queries.findRules(db, companyCode)).find(({ month }) => month === rule.month)
    if (before?.version !== version) throw staleError(await readRules(context))
    await queries.putRule(db, companyCode, rule, { by: actor.id, at: clock() })
    record({
      action: 'set',
      entity: 'clock-rule',
      recordId: rule.month,
      companyCode,
      changes: {
        basis: [before?.basis ?? null, rule.basis],
        toleranceMinutes: [before?.toleranceMinutes ?? null, rule.toleranceMinutes],
      },
    })
    return readRules(context)
  },
})
