import type { Day } from '#kit/calendar.ts'
import { lastDayOf, today } from '#kit/calendar.ts'
import { periodClosed } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { assertProposable } from '#people/books/rules.ts'
import { stampOf } from './edit.ts'
import { billLine, lineText } from './log.ts'
import type { Wanted } from './monthDrafts.ts'
import { AT_ONCE, readDrafts } from './monthDrafts.ts'
import type { Draft, DraftLine } from './proposal.ts'
import { isUntouched } from './proposal.ts'
import type { BillRow } from './queries.ts'
import { replaceLines, updateBill } from './queries.ts'
import { findDraftLines, insertDrafts, lockMonthsDrafted } from './queriesOfDrafts.ts'
import { findCompanies, findStore, findStores, lockRun } from './queriesOfMonth.ts'
import { assertOver } from './rules.ts'

/** What a run did. */
interface Outcome {
  created: number
  refreshed: number
  unchanged: number
  withdrawn: number
  incomplete: number
  totalCents: number
}

const NOTHING: Outcome = {
  ...{ created: 0, refreshed: 0, unchanged: 0, withdrawn: 0, incomplete: 0, totalCents: 0 },
}

/** Kept with a draft that goes because its month asks for it no longer. */
const WITHDRAWN = '重新提出时，这个月已不需要这张账单'

/**
 * Puts drafts there for all stores of the reach that were served in a month. Those that nobody has touched follow their
 * terms and figures, and go where the month does not want them any more; what was changed, rejected, issued or written by
 * hand stays. Companies that have closed the
 * month, or whose books begin later, are left out. Throws WRONG_STATE before the month's end and before the books begin,
 * PERIOD_CLOSED where no company is left.
 */
export async function propose(context: Context, { month }: { month: string }): Promise<Outcome> {
  const { db, actor, clock } = context
  assertOver(lastDayOf(month), today(clock))
  const total = { ...NOTHING }
  const companies = await findCompanies(db, actor, month)
  const begun = companies.filter(({ booksFrom }) => booksFrom !== null && month >= booksFrom)
  if (begun.length === 0) assertProposable(companies[0]?.booksFrom ?? null, month)
  const open = begun.filter(({ isClosed }) => !isClosed)
  if (open.length === 0) throw periodClosed(month)
  for (const { code: companyCode } of open) {
    await lockRun(db, { companyCode, monthOn: `${month}-01`, ranBy: actor.id, ranAt: clock() })
    const done = await proposeCompany(context, companyCode, month)
    for (const key of Object.keys(total) as (keyof Outcome)[]) total[key] += done[key]
    context.record({
      ...{ action: 'propose', entity: 'customer-bill-run', recordId: month, companyCode },
      changes: {
        ...{ created: [null, done.created], refreshed: [null, done.refreshed] },
        withdrawn: [null, done.withdrawn],
      },
    })
  }
  return total
}

async function proposeCompany(context: Context, companyCode: string, month: string): Promise<Outcome> {
  const outcome = { ...NOTHING }
  let after = 0
  for (;;) {
    const stores = await findStores(context.db, { companyCode, month, after, limit: AT_ONCE })
    const { wanted, unwanted } = await readDrafts(context.db, stores, month, { lock: true })
    const fresh = wanted.filter(({ standing }) => !standing)
    const pending = wanted.filter(({ standing }) => standing && isUntouched(standing))
    outcome.withdrawn += await withdraw(context, unwanted)
    outcome.created += await create(context, fresh, companyCode, month)
    const refreshed = await refresh(context, pending)
    outcome.refreshed += refreshed
    outcome.unchanged += pending.length - refreshed
    const drafts = [...fresh, ...pending].map(({ draft }) => draft)
    outcome.incomplete += drafts.filter(({ missing }) => missing.length > 0).length
    outcome.totalCents += sum(drafts.map(({ totalCents }) => totalCents))
    const last = stores.at(-1)
    if (!last || stores.length < AT_ONCE) return outcome
    after = last.id
  }
}

/**
 * Brings the drafts of a store that nobody has touched up to its terms, in every open month from a day's month on; the
 * terms are written already. Nothing is drafted that was not there. Answers how many changed, and Σ of all that follow,
 * in cents, before and after.
 */
export async function followTerms(
  context: Context,
  of: { storeId: number; fromOn: Day },
): Promise<{ changed: number; beforeCents: number; afterCents: number }> {
  const { db } = context
  const outcome = { changed: 0, beforeCents: 0, afterCents: 0 }
  const months = await lockMonthsDrafted(db, of)
  if (months.length === 0) return outcome
  const store = await findStore(db, of.storeId)
  for (const month of months) {
    const { wanted, unwanted } = await readDrafts(db, [store], month, { lock: true })
    const pending = wanted.filter(({ standing }) => standing && isUntouched(standing))
    const totals = pending.map(({ standing, draft }) => ({
      before: standing?.totalCents ?? 0,
      after: draft.totalCents - (standing?.discountCents ?? 0),
    }))
    outcome.beforeCents += sum([
      ...unwanted.map(({ totalCents }) => totalCents),
      ...totals.map(({ before }) => before),
    ])
    outcome.afterCents += sum(totals.map(({ after }) => after))
    outcome.changed += (await withdraw(context, unwanted)) + (await refresh(context, pending))
  }
  return outcome
}

async function create(
  context: Context,
  wanted: readonly Wanted[],
  companyCode: string,
  month: string,
): Promise<number> {
  const { db, actor, clock, record } = context
  const rows = await insertDrafts(
    db,
    wanted.map(({ store, draft: { lines, missing, ...draft } }) => ({
      lines,
      row: {
        ...{ ...draft, companyCode, customerId: store.customerId, storeId: store.id, origin: 'proposed' },
        ...{ monthOn: `${month}-01`, fromOn: `${month}-01`, toOn: lastDayOf(month) },
        ...{ missing: JSON.stringify(missing), createdAt: clock(), createdBy: actor.id, ...stampOf(context) },
      },
    })),
  )
  rows.forEach((row, at) => {
    record(billLine('propose', {}, row, { lines: [null, (wanted[at]?.draft.lines ?? []).map(lineText)] }))
  })
  return rows.length
}

/** Takes drafts back that their month does not want any more; answers how many. */
async function withdraw(context: Context, unwanted: readonly BillRow[]): Promise<number> {
  for (const bill of unwanted) {
    const row = await updateBill(context.db, bill.id, {
      ...{ status: 'void', withdrawn: true, reason: WITHDRAWN, ...stampOf(context) },
    })
    context.record(billLine('withdraw', bill, row))
  }
  return unwanted.length
}

/** Brings drafts up to their terms and figures; answers how many were not. */
async function refresh(context: Context, pending: readonly Wanted[]): Promise<number> {
  const { db, record } = context
  const lines = await findDraftLines(
    db,
    pending.flatMap(({ standing }) => standing?.id ?? []),
  )
  let count = 0
  for (const { draft, standing } of pending) {
    if (!standing) continue
    const old = lines.get(standing.id) ?? []
    if (isSame(old, standing.missing, draft)) continue
    await replaceLines(db, standing.id, draft.lines)
    const row = await updateBill(db, standing.id, {
      ...{ totalCents: draft.totalCents - standing.discountCents, missing: JSON.stringify(draft.missing) },
      ...stampOf(context),
    })
    record(billLine('propose', standing, row, { lines: [old.map(lineText), draft.lines.map(lineText)] }))
    count += 1
  }
  return count
}

const told = ({ item, fromOn, toOn, termsId, qty, per, price, amountCents, taxRateBp }: DraftLine) =>
  [item, fromOn, toOn, termsId, qty, per, price, amountCents, taxRateBp].join(' ')

const lacking = (missing: unknown) =>
  (missing as Draft['missing']).map(({ what, days }) => `${what} ${days.join(' ')}`)

function isSame(lines: readonly DraftLine[], missing: unknown, draft: Draft): boolean {
  const [old, now] = [
    { lines: lines.map(told), missing: lacking(missing) },
    { lines: draft.lines.map(told), missing: lacking(draft.missing) },
  ]
  return JSON.stringify(old) === JSON.stringify(now)
}
