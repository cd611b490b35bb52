import { can } from '#access/can.ts'
import { getCustomer } from '#clients/customers/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { customerScope, readableStores, storeScope } from '#clients/scopes.ts'
import type { Platform } from '#clients/stores/contract.ts'
import { getStore } from '#clients/stores/queries.ts'
import { lastDayOf, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { turns } from '#kit/turns.ts'
import type { Trial, TriedPrice, TriedStore } from './contractTrial.ts'
import { MOST_TOLD, MOST_TRIED } from './contractTrial.ts'
import type { MonthFacts } from './price.ts'
import { priceMonth } from './price.ts'
import { draftsFor } from './proposal.ts'
import { findFacts } from './queriesOfMonth.ts'
import type { TriedRow } from './queriesOfTrial.ts'
import { countTried, findBilled, findTried } from './queriesOfTrial.ts'
import { assertOver, assertTriable } from './rules.ts'

interface Asked {
  month: string
  pricing: Pricing
  customerId?: number | undefined
  storeId?: number | undefined
}

/** Number of stores per batch; their data is in memory together. */
const AT_ONCE = 2_000

/** Trials of thousands of stores are expensive: one runs at a time, and at most eight wait. */
const inTurn = turns(1, 8, '正在试算的人较多，请稍后再试。')

/**
 * Prices of a past month by current terms and with another pricing, for the stores whose terms the actor may change.
 * Uses the same calculation as proposals and writes nothing. Ignores prepayments and refunds of stops. Throws
 * NOT_FOUND, WRONG_STATE if the month is not over, TOO_LARGE above `MOST_TRIED` stores.
 */
export async function runTrial(context: Context, asked: Asked): Promise<Trial> {
  assertOver(lastDayOf(asked.month), today(context.clock))
  await assertReached(context, asked)
  return inTurn(() => priceAll(context, asked))
}

const reachOf = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

/** Throws NOT_FOUND unless the requested store or customer is in scope. */
async function assertReached(context: Context, { storeId, customerId }: Asked): Promise<void> {
  const { db, actor, clock } = context
  const on = today(clock)
  if (storeId !== undefined) await getStore(db, reachOf(context), storeId, on)
  if (customerId === undefined) return
  const customers = customerScope(actor, 'canReadCustomer', on)
  await getCustomer(db, { customers, stores: readableStores(actor, on) }, customerId)
}

async function priceAll(context: Context, asked: Asked): Promise<Trial> {
  const reach = reachOf(context)
  if ((await countTried(context.db, reach, asked)) > MOST_TRIED) {
    throw new AppError('TOO_LARGE', '一次最多试算 {n} 家店铺，请按客户试算。', { params: { n: MOST_TRIED } })
  }
  const trial = emptyTrial(asked.month)
  let after = 0
  for (;;) {
    const rows = await findTried(context.db, reach, { ...asked, after, limit: AT_ONCE })
    add(trial, await tried(context, rows, asked))
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return trial
    after = last.id
  }
}

const emptyTrial = (month: string): Trial => ({
  ...{ month, stores: 0, more: 0, less: 0, same: 0, incomplete: 0, items: [] },
  ...{ presentCents: 0, trialCents: 0, differenceCents: 0 },
})

async function tried(
  { db, actor }: Context,
  rows: readonly TriedRow[],
  { month, pricing }: Asked,
): Promise<TriedStore[]> {
  const ids = rows.map(({ id }) => id)
  const facts = await findFacts(db, ids, month, pricing)
  const billed = can(actor, 'canChargeCustomer') ? await findBilled(db, actor, ids, month) : new Map()
  return rows.flatMap((row) => {
    const known = facts.get(row.id)
    return known ? [storeOf(row, known, pricing, billed.get(row.id) ?? null)] : []
  })
}

/** Terms id of the pricing on trial, which is not saved. */
const UNAGREED = 0

function storeOf(
  { id, name, platform, customerId, customerName }: TriedRow,
  facts: MonthFacts,
  pricing: Pricing,
  billedCents: number | null,
): TriedStore {
  const month = priceMonth(facts)
  const present = priced(month)
  const terms = [{ id: UNAGREED, fromOn: `${facts.month}-01`, pricing }]
  const trial = priced(priceMonth({ ...facts, terms }))
  assertTriable([present.totalCents, trial.totalCents])
  return {
    ...{ storeId: id, storeName: name, platform: platform as Platform, customerId, customerName },
    ...{ servedDays: month.servedDays, pricing: facts.terms.at(-1)?.pricing ?? null },
    ...{ present, trial, differenceCents: trial.totalCents - present.totalCents, billedCents },
  }
}

/** The proposal for a month without existing bills. */
function priced(month: ReturnType<typeof priceMonth>): TriedPrice {
  const [draft] = draftsFor({ priced: month, bills: [], covering: [], stops: [] })
  const lines = draft?.lines ?? []
  return {
    totalCents: draft?.totalCents ?? 0,
    lines: lines.map((line) => ({ ...line, item: line.item as TriedPrice['lines'][number]['item'] })),
    missing: month.missing,
  }
}

/** Adds stores to the trial; keeps only those with the largest differences. */
function add(trial: Trial, stores: readonly TriedStore[]): void {
  const count = (is: (store: TriedStore) => boolean) => stores.filter(is).length
  trial.stores += stores.length
  trial.more += count(({ differenceCents }) => differenceCents > 0)
  trial.less += count(({ differenceCents }) => differenceCents < 0)
  trial.same += count(({ differenceCents }) => differenceCents === 0)
  trial.incomplete += count(({ present, trial: of }) => present.missing.length + of.missing.length > 0)
  trial.presentCents += sum(stores.map(({ present }) => present.totalCents))
  trial.trialCents += sum(stores.map(({ trial: of }) => of.totalCents))
  trial.differenceCents = trial.trialCents - trial.presentCents
  trial.items = [...trial.items, ...stores]
    .sort((a, b) => Math.abs(b.differenceCents) - Math.abs(a.differenceCents) || a.storeId - b.storeId)
    .slice(0, MOST_TOLD)
}
