import { type Day, lastDayOf, today } from '#kit/calendar.ts'
import { chunksOf, readAhead } from '#kit/chunks.ts'
import { periodClosed } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertProposable } from '#people/books/rules.ts'
import {
  findBillRows,
  findDraftLines,
  insertDrafts,
  lockMonthsDrafted,
  refreshDrafts,
  withdrawDrafts,
} from './draftQueries.ts'
import { billAuditLine, formatLineForLog } from './log.ts'
import { BATCH_SIZE, type RequiredDraft, readDrafts } from './monthDrafts.ts'
import {
  findCompanies,
  findStore,
  findStores,
  lockMonthBills,
  lockRun,
  type MonthBill,
  type StoreOfMonth,
} from './monthQueries.ts'
import { type Draft, type DraftLine, isUntouched } from './proposal.ts'
import { assertMonthOver } from './rules.ts'

/** Counts of a run. */
interface Outcome {
  created: number
  refreshed: number
  unchanged: number
  withdrawn: number
  incomplete: number
  totalCents: number
}

type Count = keyof Outcome

/** The maximum number of stores without a price that the response names. */
const MAX_NAMES = 20

const EMPTY_OUTCOME: Outcome = {
  created: 0,
  refreshed: 0,
  unchanged: 0,
  withdrawn: 0,
  incomplete: 0,
  totalCents: 0,
}

/** Reason saved with a withdrawn draft. */
const WITHDRAWN = '重新提出时，这个月已不需要这张账单'

/**
 * Creates drafts for all stores in scope that were served in the month. Updates unedited drafts to current terms and
 * figures, and withdraws those that the month no longer needs. Does not change edited, rejected, issued and manual
 * bills. Skips companies that have closed the month or whose books begin later. Throws WRONG_STATE before the month's
 * end or before the books begin, PERIOD_CLOSED if no company is left.
 */
export async function propose(context: Context, { month }: { month: string }) {
  const { db, actor, clock } = context
  assertMonthOver(lastDayOf(month), today(clock))
  const total = { ...EMPTY_OUTCOME }
  const unpriced: string[] = []
  const companies = await findCompanies(db, actor, month)
  const begun = companies.filter(({ booksFrom }) => booksFrom !== null && month >= booksFrom)
  if (begun.length === 0) assertProposable(companies[0]?.booksFrom ?? null, month)
  const open = begun.filter(({ isClosed }) => !isClosed).map(({ code }) => code)
  if (open.length === 0) throw periodClosed(month)
  for (const companyCode of open)
    await lockRun(db, { companyCode, monthOn: `${month}-01`, ranBy: actor.id, ranAt: clock() })
  await lockMonthBills(db, { companies: open, months: [month] })
  for (const companyCode of open) {
    const { counts: done, unpriced: names } = await proposeCompany(context, companyCode, month)
    unpriced.push(...names)
    for (const key of Object.keys(total) as Count[]) total[key] += done[key]
    context.record({
      action: 'propose',
      entity: 'customer-bill-run',
      recordId: month,
      companyCode,
      changes: {
        created: [null, done.created],
        refreshed: [null, done.refreshed],
        withdrawn: [null, done.withdrawn],
      },
    })
  }
  return { ...total, unpriced: { count: unpriced.length, names: unpriced.slice(0, MAX_NAMES) } }
}

/** Proposes the month of a company; also returns the names of the stores whose drafts lack a price. */
async function proposeCompany(
  context: Context,
  companyCode: string,
  month: string,
): Promise<{ counts: Outcome; unpriced: string[] }> {
  const unpriced: string[] = []
  const outcome = { ...EMPTY_OUTCOME }
  const all = await findStores(context.db, { companyCode, month })
  const read = (stores: readonly StoreOfMonth[]) => readDrafts(context.db, stores, month)
  for await (const { required, obsolete } of readAhead(chunksOf(all, BATCH_SIZE), read)) {
    const newDrafts = required.filter(({ existing }) => !existing)
    const pending = required.filter(({ existing }) => existing && isUntouched(existing))
    unpriced.push(...namesWithoutPrice([...newDrafts, ...pending]))
    outcome.withdrawn += await withdraw(context, obsolete)
    outcome.created += await create(context, newDrafts, companyCode, month)
    const refreshed = await refresh(context, pending)
    outcome.refreshed += refreshed
    outcome.unchanged += pending.length - refreshed
    const drafts = [...newDrafts, ...pending].map(({ draft }) => draft)
    outcome.incomplete += drafts.filter(({ missing }) => missing.length > 0).length
    outcome.totalCents += sum(drafts.map(({ totalCents }) => totalCents))
  }
  return { counts: outcome, unpriced }
}

/** The stores of the drafts that lack the price of some days. */
const namesWithoutPrice = (drafts: readonly RequiredDraft[]) =>
  drafts
    .filter(({ draft: { missing } }) => missing.some(({ what }) => what === 'terms'))
    .map(({ store: { name } }) => name)

/**
 * Updates a store's unedited drafts to its new terms, which are already saved, in every open month from that of
 * `fromOn` on. Creates no drafts. Returns the number of changed drafts and their total before and after, in 分.
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
  await lockMonthBills(db, { companies: [store.companyCode], months, store })
  for (const month of months) {
    const { required, obsolete } = await readDrafts(db, [store], month)
    const pending = required.filter(({ existing }) => existing && isUntouched(existing))
    const totals = pending.map(({ existing, draft }) => ({
      before: existing?.totalCents ?? 0,
      after: draft.totalCents - (existing?.discountCents ?? 0),
    }))
    outcome.beforeCents += sum([
      ...obsolete.map(({ totalCents }) => totalCents),
      ...totals.map(({ before }) => before),
    ])
    outcome.afterCents += sum(totals.map(({ after }) => after))
    outcome.changed += (await withdraw(context, obsolete)) + (await refresh(context, pending))
  }
  return outcome
}

async function create(
  { db, actor, clock, record }: Context,
  required: readonly RequiredDraft[],
  companyCode: string,
  month: string,
): Promise<number> {
  const drafts = required.map(({ store, draft }) => ({
    ...draft,
    customerId: store.customerId,
    storeId: store.id,
  }))
  const rows = await insertDrafts(db, drafts, { companyCode, month, by: actor.id, at: clock() })
  rows.forEach((row, at) => {
    record(
      billAuditLine('propose', {}, row, { lines: [null, (drafts[at]?.lines ?? []).map(formatLineForLog)] }),
    )
  })
  return rows.length
}

/** Withdraws drafts that their month no longer needs; returns their number. */
async function withdraw(context: Context, obsolete: readonly MonthBill[]): Promise<number> {
  const { db, record } = context
  const ids = obsolete.map(({ id }) => id)
  const before = await findBillRows(db, ids)
  const after = await withdrawDrafts(db, ids, { reason: WITHDRAWN, ...updatedNow(context) })
  for (const [id, row] of after) record(billAuditLine('withdraw', before.get(id) ?? {}, row))
  return ids.length
}

/** Updates drafts to current terms and figures; returns the number of changed drafts. */
async function refresh(context: Context, pending: readonly RequiredDraft[]): Promise<number> {
  const { db, record } = context
  const lines = await findDraftLines(
    db,
    pending.flatMap(({ existing }) => existing?.id ?? []),
  )
  const changed = pending.flatMap(({ draft, existing }) => {
    if (!existing || isSame(lines.get(existing.id) ?? [], existing.missing, draft)) return []
    const totalCents = draft.totalCents - existing.discountCents
    return [{ id: existing.id, totalCents, missing: draft.missing, lines: draft.lines }]
  })
  const before = await findBillRows(
    db,
    changed.map(({ id }) => id),
  )
  const after = await refreshDrafts(db, changed, updatedNow(context))
  for (const { id, lines: now } of changed) {
    const [old, row] = [lines.get(id) ?? [], after.get(id)]
    if (!row) throw new Error(`the draft ${id} is gone`)
    const texts: [string[], string[]] = [old.map(formatLineForLog), now.map(formatLineForLog)]
    record(billAuditLine('propose', before.get(id) ?? {}, row, { lines: texts }))
  }
  return changed.length
}

const LINE = ['item', 'fromOn', 'toOn', 'termsId', 'qty', 'per', 'price', 'amountCents', 'taxRateBp'] as const

/** Whether a draft equals its saved version. */
function isSame(lines: readonly DraftLine[], missing: unknown, draft: Draft): boolean {
  return (
    lines.length === draft.lines.length &&
    lines.every((line, at) => LINE.every((field) => line[field] === draft.lines[at]?.[field])) &&
    isSameMissing(missing as Draft['missing'], draft.missing)
  )
}

function isSameMissing(old: Draft['missing'], now: Draft['missing']): boolean {
  return (
    old.length === now.length &&
    old.every(({ what, days }, at) => what === now[at]?.what && days.join() === now[at].days.join())
  )
}
