import { serve } from '#kit/serve.ts'
import type { Company } from './contract.ts'
import { companies } from './contract.ts'
import { findCompanies } from './queries.ts'

export const companiesServer = serve(companies, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await findCompanies(db, actor, query)
    return { items: items.map((row) => ({ ...row, status: row.status as Company['status'] })), total }
  },
})
