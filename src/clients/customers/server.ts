import { can } from '#access/can.ts'
import { customerReach } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { assertReason, revealResult } from '#kit/reveal.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { assertMayReveal } from '#platform/reveals/queries.ts'
import { customers } from './contract.ts'
import { createCustomer, updateCustomer } from './edit.ts'
import { findCustomerOptions } from './optionQueries.ts'
import * as queries from './queries.ts'
import { findBalances } from './queries.ts'
import {
  assertMayFilterOwing,
  conflicts,
  daysOfDue,
  owesBefore,
  toCustomer,
  toCustomerPage,
} from './rules.ts'
import { findSimilarCustomers } from './similar.ts'

export const customersServer = serve(
  customers,
  {
    list: async (context, query) => {
      const { db, actor, clock } = context
      assertCompanyFilter(actor, query.companyCode)
      assertMayFilterOwing(actor, query)
      const now = today(clock)
      const contractDue = query.contractDue && daysOfDue(query.contractDue, now)
      const filter = { ...query, contractDue, owesBefore: query.owing && owesBefore(query.owing, now) }
      const found = await queries.findCustomers(db, customerReach(actor, 'canReadCustomer', clock), filter)
      return { ...found, items: await withBalances(context, found.items.map(toCustomer)) }
    },

    get: async (context, { id }) => {
      const { db, actor, clock } = context
      const row = await queries.getCustomer(db, customerReach(actor, 'canReadCustomer', clock), id)
      const [page] = await withBalances(context, [toCustomerPage(row)])
      return page as NonNullable<typeof page>
    },

    create: (context, input) => createCustomer(context, input),

    update: (context, changes) => updateCustomer(context, changes),

    reveal: async ({ db, actor, clock, record }, { id, field, reason }) => {
      const row = await queries.getCustomer(db, customerReach(actor, 'canUpdateCustomer', clock), id)
      assertReason(row.ownerId === actor.id, reason)
      await assertMayReveal(db, actor, clock())
      const of = { entity: 'customer' as const, recordId: id, companyCode: row.companyCode }
      const { answer, line } = revealResult({ ...of, field, reason, value: row[field] })
      record(line)
      return answer
    },

    similar: findSimilarCustomers,

    options: async ({ db, actor, clock }, filter) =>
      findCustomerOptions(db, customerReach(actor, 'canReadCustomer', clock).customers, filter),
  },
  conflicts,
)

/** Adds balances and deposits to the rows that the actor may charge. */
async function withBalances<C extends { id: number; companyCode: string }>(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  rows: readonly C[],
): Promise<(C & { receivableCents?: number; depositCents?: number })[]> {
  const charged = rows.filter((row) => can(actor, 'canChargeCustomer', row)).map(({ id }) => id)
  const balances = charged.length > 0 ? await findBalances(db, charged) : new Map()
  return rows.map((row) => ({ ...row, ...balances.get(row.id) }))
}
