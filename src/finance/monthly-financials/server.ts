import { monthOf, today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { monthlyFinancials } from './contract.ts'
import { readMonthsOf, readPartsOf, toMonthResult } from './months.ts'
import { readPage } from './page.ts'
import { pageOfParts } from './partsList.ts'
import { periodOf } from './period.ts'
import { findFirstBooked, findManagedCompanies } from './queriesOfCompanies.ts'

export const monthlyFinancialsServer = serve(monthlyFinancials, {
  list: async ({ db, actor, clock }, { companyCode, ...query }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    const firstBooked = await findFirstBooked(db, companies)
    const { from, to } = periodOf(query, { thisMonth: monthOf(today(clock)), firstBooked })
    const months = await readMonthsOf(db, companies, from, to)
    return { items: months.map(toMonthResult) }
  },

  get: async ({ db, actor }, { companyCode, month }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    return readPage(db, actor, companies, month)
  },

  parts: async ({ db, actor }, { companyCode, month, by, ...query }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    return pageOfParts(await readPartsOf(db, companies, month, by), query)
  },
})
