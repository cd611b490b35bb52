import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import { assertCompanyFilter } from '#features/companies/rules.ts'
import { customerScope } from '#features/customers/queries.ts'
import { findHeat, heatPeriod } from '#features/reports/heat.ts'
import type { AskedPeriod } from '#features/reports/rules.ts'
import { periodOf } from '#features/reports/rules.ts'
import type { Chosen, StoreFilter } from '#features/reports/storeDays.ts'
import { reportScope } from '#features/reports/storeDays.ts'
import { getVolumeSummary } from '#features/reports/volumeOverview.ts'
import { findVolumeDays, seriesFrom, volumeFigures } from '#features/reports/volumes.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { customerReports } from './contract.ts'
import { findCustomerDays, findCustomers, findTopCustomers } from './customers.ts'

/** How many customers the overview names. */
const TOP = 8

/** The stores of the customers that a person may read: only those of the own reach are counted. */
function reachOf(actor: Actor, clock: Clock): Expression<SqlBool> {
  const on = today(clock)
  const stores = reportScope(actor, on, 'canReadCustomer')
  return sql<SqlBool>`(${stores} and ${customerScope(actor, 'canReadCustomer', on)})`
}

function read(actor: Actor, clock: Clock, asked: StoreFilter & AskedPeriod) {
  assertCompanyFilter(actor, asked.companyCode)
  const chosen: Chosen = { reach: reachOf(actor, clock), filter: asked }
  return { period: periodOf(asked, today(clock)), chosen }
}

/** A row as this person may see it. */
function present<R extends { companyCode: string }>(actor: Actor, row: R) {
  const { companyCode, ...rest } = row
  return hideCompany(actor) ? rest : { ...rest, companyCode }
}

export const customerReportsServer = serve(customerReports, {
  dailyCustomer: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findCustomerDays(db, chosen, period, query)
    const items = found.items.map((row) => present(actor, row))
    return { ...found, items, totals: { ...found.totals, period } }
  },

  dailyCustomerCustomers: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findCustomers(db, chosen, period, query)
    const items = found.items.map((row) => present(actor, row))
    return { ...found, items, seriesFrom: seriesFrom(period), totals: { ...found.totals, period } }
  },

  dailyCustomerRows: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findVolumeDays(db, chosen, period, query)
    const items = found.items.map((row) => ({
      ...present(actor, row),
      updatedAt: row.updatedAt?.toISOString() ?? null,
    }))
    return { ...found, items, totals: { ...found.totals, period } }
  },

  dailyCustomerOverview: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const summary = await getVolumeSummary(db, chosen, period, query.split)
    const top = await findTopCustomers(db, chosen, period, TOP)
    return {
      ...period,
      ...summary,
      updatedAt: summary.updatedAt?.toISOString() ?? null,
      top: {
        most: top.most.map((row) => present(actor, row)),
        falls: top.falls.map((row) => present(actor, row)),
      },
    }
  },

  dailyCustomerWeekdays: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const days = heatPeriod(period, today(clock))
    const figures = volumeFigures(chosen, days, { from: days.from, back: 0 })
    const source = { figures, id: sql`customer_id`, name: sql`customer_name`, part: sql`volume` }
    return { ...days, rows: await findHeat(db, source, days) }
  },
})
