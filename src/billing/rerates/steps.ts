import { can } from '#access/can.ts'
import { findLines, findPricesToCompare } from '#billing/customer-bills/queries.ts'
import { SERVICE_TAX_BP } from '#billing/customer-bills/rules.ts'
import { monthOf } from '#kit/calendar.ts'
import { refusalReason, type SavepointResult, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { compare } from './compare.ts'
import type { RerateRow } from './listQueries.ts'
import * as list from './listQueries.ts'
import * as queries from './rerateQueries.ts'
import type { AdjustmentLine } from './rules.ts'
import * as rules from './rules.ts'

/** Creates a draft adjustment with an audit line and returns its id. Implemented by `customer-bills`. */
export type AddAdjustment = (
  context: Context,
  adjustment: {
    companyCode: string
    customerId: number
    storeId: number
    month: string
    relatesToId: number | null
    rerateId: number | null
    note: string | null
    lines: readonly AdjustmentLine[]
  },
) => Promise<number>

interface RerateSelection {
  ids: readonly number[]
  versions?: readonly number[] | undefined
}

interface Result {
  id: number
  billId: number | null
  problem: Sentence | null
}

/** Both prices of a store month, limited to the items of its bills. */
export async function pricesOf({ db, clock }: Pick<Context, 'db' | 'clock'>, row: RerateRow) {
  const { storeId } = row
  const { issued, now } = await findPricesToCompare(db, [storeId], monthOf(row.monthOn), clock())
  const bills = issued.get(storeId) ?? []
  const items = new Set(bills.flatMap((bill) => bill.items))
  return {
    bills,
    before: bills.flatMap(({ lines }) => lines),
    now: (now.get(storeId)?.lines ?? []).filter(({ item }) => items.has(item)),
    days: bills.findLast(({ days }) => days !== null)?.days ?? null,
    daysNow: now.get(storeId)?.days ?? [],
  }
}

/** Recalculates and returns the row; throws NOT_FOUND, STALE if it changed since it was shown, or WRONG_STATE. */
async function recompareRow(context: Context, id: number, shown: number | undefined): Promise<RerateRow> {
  const { db, actor } = context
  const row = await list.getRerate(db, actor, id)
  await compare(context, row.companyCode, [row])
  const now = await list.getRerate(db, actor, id)
  rules.assertShownVersion(now, shown)
  rules.assertPending(now)
  return now
}

/** Processes each row with its own savepoint; one failure does not stop the others. */
async function eachRow(
  context: Context,
  { ids, versions }: RerateSelection,
  work: (inner: Context, row: RerateRow) => Promise<number | null>,
): Promise<Result[]> {
  const shown = new Map(ids.map((id, at) => [id, versions?.[at]]))
  for (const code of await list.findCompaniesOf(context.db, context.actor, ids)) {
    await queries.lockRerates(context.db, code)
  }
  const results: Result[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done: SavepointResult<number | null> = await withSavepoint(context, {}, async (inner) =>
      work(inner, await recompareRow(inner, id, shown.get(id))),
    )
    results.push(
      'value' in done
        ? { id, billId: done.value, problem: null }
        : { id, billId: null, problem: refusalReason(done.refusal) },
    )
  }
  return results
}

function recordBatch(
  { record }: Context,
  action: string,
  ids: readonly number[],
  results: readonly Result[],
): void {
  const refused = results.filter(({ problem }) => problem !== null).length
  record({
    action,
    entity: 'rerate-batch',
    recordId: ids[0] ?? 0,
    changes: { done: [null, results.length - refused], refused: [null, refused] },
  })
}

/** Drafts an adjustment per row, in its own month or, if that is closed, in the oldest open one. */
export async function adjust(context: Context, chosen: RerateSelection, add: AddAdjustment) {
  const results = await eachRow(context, chosen, (inner, row) => adjustRow(inner, row, add))
  recordBatch(context, 'adjust-many', chosen.ids, results)
  return { results }
}

async function adjustRow(context: Context, row: RerateRow, add: AddAdjustment): Promise<number> {
  const { companyCode, storeId, monthOn } = row
  const { bills, before, now } = await pricesOf(context, row)
  const source = bills.find(({ kind }) => kind === 'service' || kind === 'adjustment') ?? bills[0]
  const taxes = new Map<string, number>()
  for (const { billId } of bills) {
    for (const { item, taxRateBp } of await findLines(context.db, billId)) taxes.set(item, taxRateBp)
  }
  const month = monthOf(monthOn)
  const lines = rules.adjustmentLines({
    ...row,
    month,
    before,
    now,
    taxOf: (item) => taxes.get(item) ?? SERVICE_TAX_BP,
  })
  const openFrom = monthOf((await getStartedBooks(context, companyCode)).openFrom)
  const billId = await add(context, {
    companyCode,
    storeId,
    customerId: source?.customerId ?? row.customerId,
    rerateId: row.id,
    month: month < openFrom ? openFrom : month,
    relatesToId: source?.billId ?? null,
    note: null,
    lines,
  })
  context.record({
    action: 'adjust',
    entity: 'rerate',
    recordId: row.id,
    companyCode,
    changes: { differenceCents: [row.differenceCents, 0], billId: [null, billId] },
  })
  await compare(context, companyCode, [row])
  return billId
}

/** Waives the rows' differences. */
export async function waive(context: Context, { reason, ...chosen }: RerateSelection & { reason: string }) {
  const results = await eachRow(context, chosen, async (inner, row) => {
    await waiveRow(inner, row, reason)
    return null
  })
  recordBatch(context, 'waive-many', chosen.ids, results)
  return { results }
}

async function waiveRow(
  { db, actor, clock, record }: Context,
  row: RerateRow,
  reason: string,
): Promise<void> {
  const { id, companyCode, differenceCents, waivedCents: before } = row
  const { waiveLimitCents } = await queries.findRule(db, companyCode)
  rules.assertWaivable(differenceCents, waiveLimitCents, can(actor, 'canAdmin'))
  const waivedCents = before + differenceCents
  await queries.waiveRerate(db, id, {
    waivedCents,
    waivedReason: reason,
    waivedAt: clock(),
    waivedBy: actor.id,
  })
  record({
    action: 'waive',
    entity: 'rerate',
    recordId: id,
    companyCode,
    changes: { waivedCents: [before, waivedCents], reason: [null, reason] },
  })
}
