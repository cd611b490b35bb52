import { hideCompany } from '#access/can.ts'
import { serve } from '#kit/serve.ts'
import { companies } from '#people/companies/contract.ts'
import { listCompanies } from '#people/companies/server.ts'
import { COMPANY_CHOICES } from '#people/companies/ui/companyChoices.ts'
import { countUnread } from '#platform/notices/server.ts'
import { listPreferences } from '#platform/preferences/server.ts'
import { listSavedViews } from '#platform/saved-views/server.ts'
import { startup } from './startupContract.ts'

const choices = companies.list.input.parse(COMPANY_CHOICES)

/** Reads the parts concurrently; if one fails, so does the response, and the browser reads each part by itself. */
export const startupServer = serve(startup, {
  get: async (context) => {
    const [preferences, savedViews, unread, companies] = await Promise.all([
      listPreferences(context),
      listSavedViews(context),
      countUnread(context),
      hideCompany(context.actor) ? null : listCompanies(context, choices),
    ])
    return { preferences, savedViews, unread, companies }
  },
})
