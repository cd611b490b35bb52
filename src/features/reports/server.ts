import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import { assertCompanyFilter } from '#features/companies/rules.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { reports } from './contract.ts'
import { findHeat, heatPeriod } from './heat.ts'
import { findTopRates, getRateSummary } from './rateOverview.ts'
import { findRateStores } from './rateStores.ts'
import { findRateDays, rateFigures } from './rates.ts'
import type { AskedPeriod } from './rules.ts'
import { periodOf } from './rules.ts'
import type { StoreFilter } from './storeDays.ts'
import { reportScope } from './storeDays.ts'
import { findTopVolumes, getVolumeSummary } from './volumeOverview.ts'
import { findVolumeDays, findVolumeStores, seriesFrom, volumeFigures } from './volumes.ts'

/** How many stores the overview names. */
const TOP = 8

type Asked = StoreFilter & AskedPeriod

/** What every report begins with: the days, and the stores within reach. */
function read(actor: Actor, clock: Clock, asked: Asked) {
  assertCompanyFilter(actor, asked.companyCode)
  const period = periodOf(asked, today(clock))
  return { period, chosen: { reach: reportScope(actor, today(clock)), filter: asked } }
}

/** A row as this person may see it. */
function present<R extends { companyCode: string }>(actor: Actor, row: R) {
  const { companyCode, ...rest } = row
  return hideCompany(actor) ? rest : { ...rest, companyCode }
}

/** The same for a row of a single day, which says when it was written. */
function presentDay<R extends { companyCode: string; updatedAt: Date | null }>(actor: Actor, row: R) {
  return { ...present(actor, row), updatedAt: row.updatedAt?.toISOString() ?? null }
}

export const reportsServer = serve(reports, {
  dailyStore: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findVolumeDays(db, chosen, period, query)
    const items = found.items.map((row) => presentDay(actor, row))
    return { ...found, items, totals: { ...found.totals, period } }
  },

  dailyStoreStores: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findVolumeStores(db, chosen, period, query)
    const items = found.items.map((row) => present(actor, row))
    return { ...found, items, seriesFrom: seriesFrom(period), totals: { ...found.totals, period } }
  },

  dailyStoreOverview: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const summary = await getVolumeSummary(db, chosen, period, query.split)
    const top = await findTopVolumes(db, chosen, period, TOP)
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

  dailyStoreRate: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findRateDays(db, chosen, period, query)
    const items = found.items.map((row) => presentDay(actor, row))
    return { ...found, items, totals: { ...found.totals, period } }
  },

  dailyStoreRateStores: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const found = await findRateStores(db, chosen, period, query)
    const items = found.items.map((row) => present(actor, row))
    return { ...found, items, seriesFrom: seriesFrom(period), totals: { ...found.totals, period } }
  },

  dailyStoreRateOverview: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const summary = await getRateSummary(db, chosen, period, query.split)
    const top = await findTopRates(db, chosen, period, TOP)
    return {
      ...period,
      ...summary,
      updatedAt: summary.updatedAt?.toISOString() ?? null,
      top: {
        below: top.below.map((row) => present(actor, row)),
        falls: top.falls.map((row) => present(actor, row)),
      },
    }
  },

  dailyStoreWeekdays: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const days = heatPeriod(period, today(clock))
    const figures = volumeFigures(chosen, days, { from: days.from, back: 0 })
    const source = { figures, id: sql`store_id`, name: sql`store_name`, part: sql`volume` }
    return { ...days, rows: await findHeat(db, source, days) }
  },

  dailyStoreRateWeekdays: async ({ db, actor, clock }, query) => {
    const { period, chosen } = read(actor, clock, query)
    const days = heatPeriod(period, today(clock))
    const figures = rateFigures(chosen, days, { from: days.from, back: 0 })
    const parts = { part: sql`numerator`, whole: sql`denominator` }
    const source = { figures, id: sql`store_id`, name: sql`store_name`, ...parts }
    return { ...days, rows: await findHeat(db, source, days) }
  },
})
