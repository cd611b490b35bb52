import { getCustomer } from '#clients/customers/queries.ts'
import { customerReach } from '#clients/scopes.ts'
import { addDays, today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import {
  type Choose,
  daysHandler,
  overviewHandler,
  periodHandler,
  weekdaysHandler,
} from '#reporting/reports/dailyReport.ts'
import { cellScope, findCustomerVolumes } from '#reporting/reports/queries.ts'
import type { Chosen, StoreFilter } from '#reporting/reports/storeDays.ts'
import { getVolumeSummary } from '#reporting/reports/volumeOverview.ts'
import { findVolumeDays } from '#reporting/reports/volumes.ts'
import { customerReports, customerVolumes } from './contract.ts'
import { customerHeat, findCustomerDays, findCustomers, findTopCustomers } from './customers.ts'

/** The stores, within the user's reach, of the customers that the user may read. */
const stores: Choose<StoreFilter, Chosen> = async (actor, on, filter, db) => ({
  reach: cellScope(actor, 'canReadCustomer', on),
  filter,
  begun: await createStoreDays(db, on),
})

export const customerReportsServer = serve(customerReports, {
  dailyCustomer: daysHandler(stores, findCustomerDays),
  dailyCustomerCustomers: periodHandler(stores, findCustomers),
  dailyCustomerRows: daysHandler(stores, findVolumeDays),
  dailyCustomerOverview: overviewHandler(stores, getVolumeSummary, findTopCustomers),
  dailyCustomerWeekdays: weekdaysHandler(stores, customerHeat),
})

/** Days of volume shown on a customer's page. */
const VOLUME_DAYS = 90

export const customerVolumesServer = serve(customerVolumes, {
  volumes: async ({ db, actor, clock }, { id }) => {
    const reach = customerReach(actor, 'canReadCustomer', clock)
    await getCustomer(db, reach, id)
    const on = today(clock)
    const chosen = {
      reach: reach.stores,
      filter: { customerId: [id] },
      begun: await createStoreDays(db, on),
    }
    const to = addDays(on, -1)
    const from = addDays(to, 1 - VOLUME_DAYS)
    return { from, to, days: await findCustomerVolumes(db, chosen, { from, to }) }
  },
})
