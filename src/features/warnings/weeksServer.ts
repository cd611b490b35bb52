import { assertCompanyFilter } from '#features/companies/rules.ts'
import { customerScope } from '#features/customers/queries.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import type { RiskPart, WarningKind, WarningLevel } from './contract.ts'
import { withoutMoney } from './present.ts'
import * as queries from './queriesOfCustomers.ts'
import { getCustomerCompany } from './queriesOfRelated.ts'
import { riskLevel } from './score.ts'
import type { CustomerWeek } from './weeksContract.ts'
import { customerWeeks } from './weeksContract.ts'

/** So many weeks of the score are drawn. */
const SCORES = 12

export const customerWeeksServer = serve(customerWeeks, {
  list: async ({ db, actor, clock }, { week, ...query }) => {
    assertCompanyFilter(actor, query.companyCode)
    const reach = customerScope(actor, 'canWarningCustomer', today(clock))
    const weekOn = week ?? (await queries.findNewestWeek(db, reach))
    if (weekOn === null) return { items: [], total: 0, weekOn, riskCounts: {} }
    const found = await queries.findCustomerWeeks(db, reach, weekOn, query)
    const items = found.items.map((row) => ({
      ...withoutMoney(row, actor),
      volumeOf: row.volumeOf as CustomerWeek['volumeOf'],
      risk: riskLevel(row.score),
      parts: row.riskParts as unknown as RiskPart[],
    }))
    return { ...found, items, weekOn }
  },

  risk: async ({ db, actor, clock }, { id }) => {
    const reach = customerScope(actor, 'canReadCustomer', today(clock))
    await getCustomerCompany(db, reach, id)
    const scores = await queries.findScores(db, id, SCORES)
    const open = await queries.findOpenOf(db, id)
    const [newest] = scores
    return {
      weekOn: newest?.weekOn ?? null,
      risk: newest
        ? {
            score: newest.score,
            level: riskLevel(newest.score),
            parts: newest.riskParts as unknown as RiskPart[],
            version: newest.scoreVersion,
          }
        : null,
      course: scores.map(({ weekOn, score }) => ({ weekOn, score })).reverse(),
      open: open.map((row) => ({
        ...row,
        kind: row.kind as WarningKind,
        level: row.level as WarningLevel,
      })),
    }
  },
})
