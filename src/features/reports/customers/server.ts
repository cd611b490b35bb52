import type { Choose } from '#features/reports/dailyReport.ts'
import { ofDays, ofPeriod, overview, weekdays } from '#features/reports/dailyReport.ts'
import { cellScope } from '#features/reports/queries.ts'
import type { Chosen, StoreFilter } from '#features/reports/storeDays.ts'
import { getVolumeSummary } from '#features/reports/volumeOverview.ts'
import { findVolumeDays } from '#features/reports/volumes.ts'
import { serve } from '#kit/serve.ts'
import { customerReports } from './contract.ts'
import { customerHeat, findCustomerDays, findCustomers, findTopCustomers } from './customers.ts'

/** The stores of the customers that a person may read: only those of the own reach are counted. */
const stores: Choose<StoreFilter, Chosen> = (actor, on, filter) => ({
  reach: cellScope(actor, 'canReadCustomer', on),
  filter,
})

export const customerReportsServer = serve(customerReports, {
  dailyCustomer: ofDays(stores, findCustomerDays),
  dailyCustomerCustomers: ofPeriod(stores, findCustomers),
  dailyCustomerRows: ofDays(stores, findVolumeDays),
  dailyCustomerOverview: overview(stores, getVolumeSummary, findTopCustomers),
  dailyCustomerWeekdays: weekdays(stores, customerHeat),
})
