import { customerScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { WarningKind, WarningLevel } from './contract.ts'
import * as queries from './customerQueries.ts'
import { partialValue } from './partialWeek.ts'
import { getCustomerCompany } from './queries.ts'
import { withoutMoney } from './toWarnings.ts'
import { reachesAllStores, visiblePart, visibleStores } from './visiblePart.ts'
import { type CustomerWeek, customerWeeks } from './weeksContract.ts'

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
        const kind = row.kind as WarningKind
        const value = row.own ? partialValue(kind, row.own) : row.value
        return { id: row.id, weekOn: row.weekOn, kind, level: row.level as WarningLevel, value }
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
