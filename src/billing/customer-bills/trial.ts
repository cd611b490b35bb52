import { can } from '#access/can.ts'
import { getCustomer } from '#clients/customers/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { customerScope, readableStores, storeScope } from '#clients/scopes.ts'
import { getStore } from '#clients/stores/queries.ts'
import { lastDayOf, today } from '#kit/calendar.ts'
import { chunksOf, readAhead } from '#kit/chunks.ts'
import { AppError } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { limitConcurrency } from '#kit/workQueue.ts'
import {
  MAX_LISTED_STORES,
  MAX_TRIAL_STORES,
  type Trial,
  type TrialPrice,
  type TrialStore,
} from './contractTrial.ts'
import { findFacts } from './monthQueries.ts'
import { type MonthFacts, priceMonth } from './price.ts'
import { draftsFor } from './proposal.ts'
import { assertMonthOver, assertTriable } from './rules.ts'
import { findBilled, findTrialStores, type TrialStoreRow } from './trialQueries.ts'

interface TrialInput {
  month: string
  pricing: Pricing
  customerId?: number | undefined
  storeId?: number | undefined
}

/** Number of stores per batch; their data is in memory together. */
const BATCH_SIZE = 2_000

/** Trials of thousands of stores are expensive: one runs at a time, and at most eight wait. */
const limitTrials = limitConcurrency(1, 8, '正在试算的人较多，请稍后再试。')

/**
 * Prices of a past month by current terms and with another pricing, for the stores whose terms the actor may change.
 * Uses the same calculation as proposals and writes nothing. Ignores prepayments and refunds of stops. Throws
 * NOT_FOUND, WRONG_STATE if the month is not over, TOO_LARGE above `MOST_TRIED` stores.
 */
export async function runTrial(context: Context, input: TrialInput): Promise<Trial> {
  assertMonthOver(lastDayOf(input.month), today(context.clock))
  await assertInScope(context, input)
  return limitTrials(() => priceAll(context, input))
}

const writableStores = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

/** Throws NOT_FOUND unless the requested store or customer is in scope. */
async function assertInScope(context: Context, { storeId, customerId }: TrialInput): Promise<void> {
  const { db, actor, clock } = context
  const on = today(clock)
  if (storeId !== undefined) await getStore(db, writableStores(context), storeId, on)
  if (customerId === undefined) return
  const customers = customerScope(actor, 'canReadCustomer', on)
  await getCustomer(db, { customers, stores: readableStores(actor, on) }, customerId)
}

async function priceAll(context: Context, input: TrialInput): Promise<Trial> {
  const stores = await findTrialStores(context.db, writableStores(context), input, MAX_TRIAL_STORES + 1)
  if (stores.length > MAX_TRIAL_STORES) {
    throw new AppError('TOO_LARGE', '一次最多试算 {n} 家店铺，请按客户试算。', {
      values: { n: MAX_TRIAL_STORES },
    })
  }
  const trial = emptyTrial(input.month)
  const read = (batch: readonly TrialStoreRow[]) => readTrialStores(context, batch, input)
  for await (const batch of readAhead(chunksOf(stores, BATCH_SIZE), read)) {
    addStores(trial, priceTrialStores(batch, input.pricing))
  }
  return trial
}

const emptyTrial = (month: string): Trial => ({
  month,
  stores: 0,
  more: 0,
  less: 0,
  same: 0,
  incomplete: 0,
  items: [],
  presentCents: 0,
  trialCents: 0,
  differenceCents: 0,
})

/** What the prices of some stores depend on; `billed` is empty for users who may not see bills. */
interface TrialFacts {
  rows: readonly TrialStoreRow[]
  facts: Map<number, MonthFacts>
  billed: Map<number, number>
}

async function readTrialStores(
  { db, actor }: Context,
  rows: readonly TrialStoreRow[],
  { month, pricing }: TrialInput,
): Promise<TrialFacts> {
  const ids = rows.map(({ id }) => id)
  const facts = await findFacts(db, ids, month, pricing)
  const billed = can(actor, 'canChargeCustomer') ? await findBilled(db, actor, ids, month) : new Map()
  return { rows, facts, billed }
}

function priceTrialStores({ rows, facts, billed }: TrialFacts, pricing: Pricing): TrialStore[] {
  return rows.flatMap((row) => {
    const storeFacts = facts.get(row.id)
    return storeFacts ? [toTrialStore(row, storeFacts, pricing, billed.get(row.id) ?? null)] : []
  })
}

/** Terms id of the pricing on trial, which is not saved. */
const TRIAL_TERMS_ID = 0

function toTrialStore(
  { id, name, platform, customerId, customerName }: TrialStoreRow,
  facts: MonthFacts,
  pricing: Pricing,
  billedCents: number | null,
): TrialStore {
  const month = priceMonth(facts)
  const present = proposalPrice(month)
  const terms = [{ id: TRIAL_TERMS_ID, fromOn: `${facts.month}-01`, pricing }]
  const trial = proposalPrice(priceMonth({ ...facts, terms }))
  assertTriable([present.totalCents, trial.totalCents])
  return {
    storeId: id,
    storeName: name,
    platform,
    customerId,
    customerName,
    servedDays: month.servedDays,
    pricing: facts.terms.at(-1)?.pricing ?? null,
    present,
    trial,
    differenceCents: trial.totalCents - present.totalCents,
    billedCents,
  }
}

/** The proposal for a month without existing bills. */
function proposalPrice(month: ReturnType<typeof priceMonth>): TrialPrice {
  const [draft] = draftsFor({ priced: month, bills: [], covering: [], stops: [] })
  const lines = draft?.lines ?? []
  return {
    totalCents: draft?.totalCents ?? 0,
    lines,
    missing: month.missing,
  }
}

/** Adds stores to the trial; keeps only those with the largest differences. */
function addStores(trial: Trial, stores: readonly TrialStore[]): void {
  const count = (is: (store: TrialStore) => boolean) => stores.filter(is).length
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
    .slice(0, MAX_LISTED_STORES)
}
