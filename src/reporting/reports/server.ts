import { serve } from '#kit/serve.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import { reports } from './contract.ts'
import { type Choose, daysHandler, overviewHandler, periodHandler, weekdaysHandler } from './dailyReport.ts'
import { getRateSummary } from './rateOverview.ts'
import { findRateStores, findTopRates } from './rateStores.ts'
import { findRateDays, rateHeat } from './rates.ts'
import { type Chosen, reportScope, type StoreFilter } from './storeDays.ts'
import { getVolumeSummary } from './volumeOverview.ts'
import { findTopVolumes, findVolumeDays, findVolumeStores, volumeHeat } from './volumes.ts'

/** The stores within reach. */
const stores: Choose<StoreFilter, Chosen> = async (actor, on, filter, db) => ({
  reach: reportScope(actor, on),
  filter,
  begun: await createStoreDays(db, on),
})

export const reportsServer = serve(reports, {
  dailyStore: daysHandler(stores, findVolumeDays),
  dailyStoreStores: periodHandler(stores, findVolumeStores),
  dailyStoreOverview: overviewHandler(stores, getVolumeSummary, findTopVolumes),
  dailyStoreWeekdays: weekdaysHandler(stores, volumeHeat),
  dailyStoreRate: daysHandler(stores, findRateDays),
  dailyStoreRateStores: periodHandler(stores, findRateStores),
  dailyStoreRateOverview: overviewHandler(stores, getRateSummary, findTopRates),
  dailyStoreRateWeekdays: weekdaysHandler(stores, rateHeat),
})
