import type * as z from 'zod'
import { type Actor, can, hideCompany } from '#access/can.ts'
import { findRows } from '#billing/bank-receipts/queries.ts'
import { sumPending } from '#billing/rerates/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, type Day, daysBetween, monthOf, monthsBetween, today } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { findBooks } from '#people/books/queries.ts'
import type { Money } from './contract.ts'
import * as queries from './queries.ts'
import { risksOf } from './risks.ts'
import { listLink, ROWS_PER_LIST } from './rules.ts'

/** The money figures of the home page, for users who charge customers. */
export async function moneyOf(db: Database, actor: Actor, clock: Clock): Promise<z.output<typeof Money>> {
  const on = today(clock)
  const drafts = await queries.sumDrafts(db, actor)
  const overdue = await queries.sumOverdue(db, actor, on)
  const oldestFirst = { status: ['open'], sort: 'onDay', current: 1, pageSize: 1 }
  const unclaimed = await findRows(db, actor, oldestFirst)
  const mismatched = await sumPending(db, actor)
  const invoices = await queries.countUninvoiced(db, actor)
  return {
    drafts: {
      count: drafts.count,
      cents: drafts.cents,
      link: listLink('bills', { status: 'draft' }),
      oldestMonth: drafts.oldestOn && monthOf(drafts.oldestOn),
    },
    overdue: {
      count: overdue.count,
      covers: overdue.unpaid,
      cents: overdue.cents,
      customers: overdue.customers,
      oldestDays: overdue.oldestOn === null ? null : daysBetween(overdue.oldestOn, on),
      items: (await queries.findLate(db, actor, on, ROWS_PER_LIST)).map(
        ({ oldestOn, contactOn, contact, ...late }) => ({
          ...late,
          days: daysBetween(oldestOn, on),
          contact: contactOn === null || contact === null ? null : { on: contactOn, text: contact },
        }),
      ),
      link: listLink('bills', { overdue: 'yes' }),
    },
    unclaimed: {
      count: unclaimed.total,
      covers: sum(Object.values(unclaimed.statusCounts)),
      cents: unclaimed.openCents,
      oldestOn: unclaimed.items[0]?.onDay ?? null,
      link: listLink('bank', { status: 'open' }),
    },
    mismatched: { ...mismatched, link: listLink('rerates', { status: 'pending' }) },
    collected: { month: monthOf(on), ...(await queries.sumCollected(db, actor, monthOf(on))) },
    invoices: { ...invoices, link: listLink('bills', { uninvoiced: 'yes' }) },
    ...(await monthsOf(db, actor, clock, on)),
    atRisk: can(actor, 'canManageMonthlyFinancial', { companyCode: actor.companyCode })
      ? await risksOf(db, actor, on)
      : null,
  }
}

/** The oldest open month, if it is over, and the month of the forecast. */
async function monthsOf(db: Database, actor: Actor, clock: Clock, on: Day) {
  const { from, openFrom } = await findBooks(db, clock, actor.companyCode)
  const [month, now] = [monthOf(openFrom), monthOf(on)]
  const withResult = can(actor, 'canManageMonthlyFinancial', { companyCode: actor.companyCode })
  return {
    closedMonths: from === null ? 0 : monthsBetween(from, month),
    closing: from !== null && month < now ? await closingOf(db, actor, month) : null,
    forecast: from !== null && from <= now && month <= now ? { month: now, withResult } : null,
  }
}

/** The month to be closed, with finance's open tasks. */
async function closingOf(db: Database, actor: Actor, month: string) {
  const { companyCode } = actor
  const {
    documents: covers,
    draftBills,
    missingBills,
    rerates,
    claims,
  } = await queries.countClosing(db, companyCode, month)
  // For users who see all companies, lists contain all of them unless the link names one.
  const whose: Record<string, string> = hideCompany(actor) ? {} : { companyCode }
  const items = [
    {
      key: 'draftBills' as const,
      count: draftBills,
      link: listLink('bills', { month, status: 'draft', ...whose }),
    },
    {
      key: 'missingBills' as const,
      count: missingBills,
      link: listLink('stores', { unbilled: month, ...whose }),
    },
    {
      key: 'rerates' as const,
      count: rerates,
      link: listLink('rerates', { month, status: 'pending', ...whose }),
    },
    {
      key: 'claims' as const,
      count: claims,
      link: listLink('claims', { month, status: 'submitted', ...whose }),
    },
  ]
  return { month, covers, items: items.filter(({ count }) => count > 0) }
}
