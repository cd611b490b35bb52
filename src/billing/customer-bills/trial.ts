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

/** So many stores are priced at a time: their facts lie in memory together. */
const AT_ONCE = 2_000

/** Pricing thousands of stores is heavy: one trial at a time, few waiting. */
const inTurn = turns(1, 8, '正在试算的人较多，请稍后再试。')

/**
 * What a month that is over came to under a store's terms, and what it would have come to under another price, for the
 * stores whose price the person may agree. Both by the same engine as the proposals; nothing is written. What was paid
 * ahead or left by a stop is no question of the price and does not count. Throws NOT_FOUND, WRONG_STATE before the
 * month's end, TOO_LARGE for more stores than one trial prices.
 */
export async function runTrial(context: Context, asked: Asked): Promise<Trial> {
  assertOver(lastDayOf(asked.month), today(context.clock))
  await assertReached(context, asked)
  return inTurn(() => priceAll(context, asked))
}

const reachOf = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

/** Throws NOT_FOUND where a store or customer is asked for that the person does not reach. */
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

/** A price that nobody has agreed: it has no number. */
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

/** What is proposed of a month where nothing stands yet. */
function priced(month: ReturnType<typeof priceMonth>): TriedPrice {
  const [draft] = draftsFor({ priced: month, bills: [], covering: [], stops: [] })
  const lines = draft?.lines ?? []
  return {
    totalCents: draft?.totalCents ?? 0,
    lines: lines.map((line) => ({ ...line, item: line.item as TriedPrice['lines'][number]['item'] })),
    missing: month.missing,
  }
}

/** Adds the next stores to a trial; only those for whom most changes are kept to be told. */
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
