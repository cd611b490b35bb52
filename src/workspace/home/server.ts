import { sql } from 'kysely'
import { type Actor, can, effectiveRole, hideStoreSalary } from '#access/can.ts'
import { findLatestNotes, findMentions } from '#clients/customer-notes/queries.ts'
import { ContractDue, CustomerStatus } from '#clients/customers/contract.ts'
import { findCustomers } from '#clients/customers/queries.ts'
import { daysOfDue } from '#clients/customers/rules.ts'
import { findFollowUps } from '#clients/follow-ups/queries.ts'
import {
  type CustomerReach,
  customerScope,
  readableStores,
  stoppedScope,
  storeScope,
} from '#clients/scopes.ts'
import { StoreStatus } from '#clients/stores/contract.ts'
import { countUnmatched } from '#clients/stores/nicks/queries.ts'
import { findStores } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { findBatches } from '#operations/imports/queries.ts'
import { findYesterday, findYesterdayOfCustomers, seesAllStores } from '#reporting/reports/queries.ts'
import { readSetup } from '#workspace/setup/queries.ts'
import { home } from './contract.ts'
import { mineOf } from './mine.ts'
import { moneyOf } from './money.ts'
import { findServingSeries, findSilence, findVisit, setVisit } from './queries.ts'
import { endingWithin, listLink, RENEWAL_DAYS, ROWS_PER_LIST } from './rules.ts'
import { sinceOf } from './since.ts'
import { teamOf } from './team.ts'
import { workOf } from './todo.ts'
import { visitAfter } from './visits.ts'

/** A page whose total alone is used. */
const COUNT = { current: 1, pageSize: 1 }

/** The figures of the reports that the home page shows. */
const HEADLINES = new Set(['lastDay', 'rate', 'firstResponse'])

async function figuresOf(db: Database, actor: Actor, on: Day) {
  const yesterday = addDays(on, -1)
  const found = await findYesterday(db, actor, on, ROWS_PER_LIST)
  const silence = await findSilence(
    db,
    found.missing.items.map(({ storeId }) => storeId),
    yesterday,
  )
  const day = { from: yesterday, to: yesterday }
  return {
    figures: found.figures.filter(({ key }) => HEADLINES.has(key)),
    updatedAt: found.updatedAt?.toISOString() ?? null,
    storesWithoutFigures: {
      count: found.missing.total,
      covers: found.figures.find(({ key }) => key === 'lastDay')?.expected ?? 0,
      link: listLink('volumes', { ...day, only: 'missing' }),
      items: found.missing.items.map((row) => ({
        ...row,
        agents: silence.get(row.storeId)?.agents ?? [],
        lastReportedOn: silence.get(row.storeId)?.lastReportedOn ?? null,
      })),
    },
    largestFalls: {
      count: found.falls.total,
      covers: found.falls.compared,
      link: listLink('volumes', { ...day, only: 'falls' }),
      items: found.falls.items.map(withoutCompany),
    },
    belowTarget: {
      count: found.below.total,
      covers: found.below.targeted,
      link: listLink('rates', { ...day, only: 'below' }),
      items: found.below.items.map(withoutCompany),
    },
    ...(await importsOf(db, actor, on)),
  }
}

/** Removes the company, which only the reports show. */
function withoutCompany<R extends { companyCode: string }>({ companyCode: _, ...row }: R) {
  return row
}

/** The numbers of nicks without a binding and of import previews that the user may confirm. */
async function importsOf(db: Database, actor: Actor, on: Day) {
  const bindable = sql<boolean>`(${storeScope(actor, 'canReportWorklog', on)} and ${stoppedScope(actor)})`
  const unmatched = await countUnmatched(db, bindable)
  const previews = { status: ['preview' as const] }
  const batches = await findBatches(db, actor, { ...COUNT, ...previews }, on)
  return {
    // The screen shows the nicks above the list of imports.
    unmatchedNicks: { count: unmatched, link: listLink('imports') },
    waitingImports: { count: batches.total, link: listLink('imports', previews) },
  }
}

/** The size of a list in total and by status, each with its link. */
function counted<S extends string>(
  screen: 'customers' | 'stores',
  statuses: readonly S[],
  found: { total: number; statusCounts: Record<string, number> },
) {
  const byStatus = statuses.map((status) => ({
    status,
    count: found.statusCounts[status] ?? 0,
    link: listLink(screen, { status }),
  }))
  return {
    count: found.total,
    link: listLink(screen),
    byStatus: byStatus.filter(({ count }) => count > 0),
  }
}

/** The statuses in which a contract can still be renewed. */
const LIVE = ['trial', 'active', 'paused'] as const

/** Yesterday's figures in the format of the home page. */
type Yesterday = Awaited<ReturnType<typeof figuresOf>>

/** Yesterday's volume of the customers' stores. For users who see all stores, `shown` already contains it. */
async function volumeOf(db: Database, actor: Actor, on: Day, shown: Yesterday | null) {
  const loaded = seesAllStores(actor) ? shown : null
  const { figures, updatedAt } = loaded ?? (await yesterdayOfCustomers(db, actor, on))
  return { figures: figures.filter(({ key }) => key === 'lastDay'), updatedAt }
}

async function yesterdayOfCustomers(db: Database, actor: Actor, on: Day) {
  const { figures, updatedAt } = await findYesterdayOfCustomers(db, actor, on)
  return { figures, updatedAt: updatedAt?.toISOString() ?? null }
}

async function recordsOf(db: Database, actor: Actor, on: Day, shown: Yesterday | null) {
  const stores = readableStores(actor, on)
  const found = await findStores(db, stores, COUNT, on, !hideStoreSalary(actor))
  const reach = { customers: customerScope(actor, 'canReadCustomer', on), stores }
  const { from, to } = endingWithin(on, RENEWAL_DAYS)
  const soon = { contractEndFrom: from, contractEndTo: to, status: [...LIVE] }
  const ending = await findCustomers(db, reach, {
    current: 1,
    pageSize: ROWS_PER_LIST,
    sort: 'contractEndOn',
    ...soon,
  })
  return {
    ...(await volumeOf(db, actor, on, shown)),
    servingCourse: await findServingSeries(db, storeScope(actor, 'canReadStore', on), on),
    customers: counted('customers', CustomerStatus.options, await findCustomers(db, reach, COUNT)),
    stores: counted('stores', StoreStatus.options, found),
    unpriced: { count: found.unpriced ?? 0, link: listLink('stores', { price: 'none' }) },
    contractsDue: await dueOf(db, reach, on),
    contractsEnding: {
      count: ending.total,
      link: listLink('customers', soon),
      items: ending.items.flatMap(({ id, name, ownerName, contractEndOn }) =>
        contractEndOn ? { customerId: id, customerName: name, ownerName, contractEndOn } : [],
      ),
    },
  }
}

/** The numbers of contracts that have expired, or end by each reminder day. */
async function dueOf(db: Database, reach: CustomerReach, on: Day) {
  const counts = []
  for (const due of ContractDue.options) {
    const { total } = await findCustomers(db, reach, { ...COUNT, contractDue: daysOfDue(due, on) })
    counts.push({ due, count: total, link: listLink('customers', { contractDue: due }) })
  }
  return counts.filter(({ count }) => count > 0)
}

/** The user's follow-ups due by today, the unread notes that mention the user, and for sales the latest notes. */
async function careOf(db: Database, actor: Actor, on: Day) {
  const customers = customerScope(actor, 'canReadCustomer', on)
  const due = { status: ['open'], dueTo: on }
  const first = { current: 1, pageSize: ROWS_PER_LIST }
  const followUps = await findFollowUps(db, customers, { ...first, ...due, assigneeId: [actor.id] })
  const mentions = await findMentions(db, customers, actor.id, { ...first, unread: true })
  const notes = effectiveRole(actor) === 'sales' ? await findLatestNotes(db, customers, ROWS_PER_LIST) : null
  return {
    notes: notes?.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) ?? null,
    followUps: {
      count: followUps.total,
      link: listLink('followUps', { ...due, mine: 'true' }),
      items: followUps.items.map((row) => ({
        ...row,
        doneAt: row.doneAt?.toISOString() ?? null,
        updatedAt: row.updatedAt.toISOString(),
      })),
    },
    mentions: {
      count: mentions.total,
      items: mentions.items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), readAt: null })),
    },
  }
}

export const homeServer = serve(home, {
  visit: async ({ db, actor, clock }) => {
    const visit = visitAfter(await findVisit(db, actor.id), clock())
    await setVisit(db, actor.id, visit)
    return { before: visit.beforeAt?.toISOString() ?? null }
  },

  get: async ({ db, actor, clock }) => {
    const on = today(clock)
    const setup = await readSetup(db, actor, clock)
    const figures = can(actor, 'canReportWorklog') ? await figuresOf(db, actor, on) : null
    return {
      today: on,
      yesterday: addDays(on, -1),
      setup: setup.steps.length + setup.waits.length > 0 ? setup : null,
      figures,
      mine: effectiveRole(actor) === 'member' ? await mineOf(db, actor, on) : null,
      team: effectiveRole(actor) === 'head' ? await teamOf(db, actor, on) : null,
      records: can(actor, 'canUpdateCustomer') ? await recordsOf(db, actor, on, figures) : null,
      care: can(actor, 'canReadCustomer') ? await careOf(db, actor, on) : null,
      money: can(actor, 'canChargeCustomer') ? await moneyOf(db, actor, clock) : null,
      work: await workOf(db, actor, on, clock()),
      since: await sinceOf(db, actor, on, clock()),
    }
  },
})
