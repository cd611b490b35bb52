import type * as z from 'zod'
import { can } from '#access/can.ts'
import { customerReach } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { assertReason, revealResult } from '#kit/reveal.ts'
import { type Context, serve } from '#kit/serve.ts'
import { definedOnly } from '#kit/version.ts'
import { assertCompanyFilter, companyForNew } from '#people/companies/rules.ts'
import { assertMayReveal } from '#platform/reveals/queries.ts'
import { customers, type Likeness, type Similar } from './contract.ts'
import { createCustomer, updateCustomer } from './edit.ts'
import { findCustomerOptions } from './optionQueries.ts'
import * as queries from './queries.ts'
import { findBalances, findSimilar, getCustomer } from './queries.ts'
import {
  assertMayFilterOwing,
  conflicts,
  daysOfDue,
  owesBefore,
  toCustomer,
  toCustomerPage,
} from './rules.ts'

/** The maximum number of similar customers returned. */
const MAX_SHOWN = 5

type Found = Awaited<ReturnType<typeof findSimilar>>[number]

function likenessOf(row: Found): Likeness[] {
  const tests: [Likeness, boolean][] = [
    ['mobile', row.sameMobile],
    ['uscc', row.sameUscc],
    ['wechat', row.sameWechat],
    ['name', row.likeName],
  ]
  return tests.filter(([, holds]) => holds).map(([likeness]) => likeness)
}

/** The exact matches only, for customers out of reach: with similar names, any user could search for names. */
function exactLikeness(row: Found): Likeness[] {
  return likenessOf(row).filter((likeness) => likeness !== 'name' || row.sameName)
}

/** Finds customers that look like the one being typed: those within reach, and the matching fields of the others. */
async function findSimilarCustomers(
  context: Context,
  { exceptId, companyCode, ...typed }: z.output<typeof customers.similar.input>,
) {
  const { db, actor, clock } = context
  // Fields that are not sent have their saved values: an edit form contains masked contacts only.
  const saved = exceptId
    ? await getCustomer(db, customerReach(actor, 'canUpdateCustomer', clock), exceptId)
    : undefined
  const { name, mobile, uscc, wechat } = { ...saved, ...definedOnly(typed) }
  const query = {
    companyCode: saved?.companyCode ?? companyForNew(actor, companyCode),
    nameKey: name && nameKey(name),
    exceptId,
    mobile,
    uscc: uscc?.replace(/[\s-]/g, ''),
    wechat,
  }
  const reach = customerReach(actor, 'canReadCustomer', clock).customers
  const rows = await findSimilar(db, query, reach)
  const items = rows
    .filter((row) => row.isReached)
    .slice(0, MAX_SHOWN)
    .map((row): Similar => {
      const mergeable = can(actor, 'canUpdateCustomer', row) && row.status !== 'churned'
      return { ...row, status: row.status, likeness: likenessOf(row), mergeable }
    })
  const hidden = rows.filter((row) => !row.isReached).flatMap(exactLikeness)
  return { items, hidden: [...new Set(hidden)] }
}

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
