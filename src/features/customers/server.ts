import { assertCompanyFilter } from '#features/companies/rules.ts'
import { assertMayReveal } from '#features/reveals/queries.ts'
import { today } from '#kit/calendar.ts'
import { assertReason, revealed } from '#kit/reveal.ts'
import { serve } from '#kit/serve.ts'
import { customers } from './contract.ts'
import { createCustomer, updateCustomer } from './edit.ts'
import * as queries from './queries.ts'
import { findCustomerOptions } from './queriesOptions.ts'
import { reachOf } from './reach.ts'
import { conflicts, daysOfDue, presented, presentedPage } from './rules.ts'

export const customersServer = serve(
  customers,
  {
    list: async ({ db, actor, clock }, query) => {
      assertCompanyFilter(actor, query.companyCode)
      const contractDue = query.contractDue && daysOfDue(query.contractDue, today(clock))
      const filter = { ...query, contractDue }
      const found = await queries.findCustomers(db, reachOf(actor, 'canReadCustomer', clock), filter)
      return { ...found, items: found.items.map(presented) }
    },

    get: async ({ db, actor, clock }, { id }) =>
      presentedPage(await queries.getCustomer(db, reachOf(actor, 'canReadCustomer', clock), id)),

    create: (context, input) => createCustomer(context, input),

    update: (context, changes) => updateCustomer(context, changes),

    reveal: async ({ db, actor, clock, record }, { id, field, reason }) => {
      const row = await queries.getCustomer(db, reachOf(actor, 'canUpdateCustomer', clock), id)
      assertReason(row.ownerId === actor.id, reason)
      await assertMayReveal(db, actor, clock())
      const of = { entity: 'customer', recordId: id, companyCode: row.companyCode }
      const { answer, line } = revealed({ ...of, field, reason, value: row[field] })
      record(line)
      return answer
    },

    options: async ({ db, actor, clock }, filter) =>
      findCustomerOptions(db, reachOf(actor, 'canReadCustomer', clock).customers, filter),
  },
  conflicts,
)
