import { serve } from '#kit/serve.ts'
import { beginStoreDays } from '#operations/store-days/queries.ts'
import { reports } from './contract.ts'
import type { Choose } from './dailyReport.ts'
import { ofDays, ofPeriod, overview, weekdays } from './dailyReport.ts'
import { getRateSummary } from './rateOverview.ts'
import { findRateStores, findTopRates } from './rateStores.ts'
import { findRateDays, rateHeat } from './rates.ts'
import type { Chosen, StoreFilter } from './storeDays.ts'
import { reportScope } from './storeDays.ts'
import { getVolumeSummary } from './volumeOverview.ts'
import { findTopVolumes, findVolumeDays, findVolumeStores, volumeHeat } from './volumes.ts'

/** The stores within reach. */
const stores: Choose<StoreFilter, Chosen> = async (actor, on, filter, db) => ({
  reach: reportScope(actor, on),
  filter,
  begun: await beginStoreDays(db, on),
})

export const reportsServer = serve(reports, {
  dailyStore: ofDays(stores, findVolumeDays),
  dailyStoreStores: ofPeriod(stores, findVolumeStores),
  dailyStoreOverview: overview(stores, getVolumeSummary, findTopVolumes),
  dailyStoreWeekdays: weekdays(stores, volumeHeat),
  dailyStoreRate: ofDays(stores, findRateDays),
  dailyStoreRateStores: ofPeriod(stores, findRateStores),
  dailyStoreRateOverview: overview(stores, getRateSummary, findTopRates),
  dailyStoreRateWeekdays: weekdays(stores, rateHeat),
})
