import { can } from '#access/can.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { termsOn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Day, monthBefore, monthOf, today } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { addTerms, correctTerms, type SettleClosed } from './edit.ts'
import { countRepriced, findTerms, getActiveTerms, type Repriced } from './queries.ts'

/**
 * The amount of a store's month by its terms and figures, in 分; 0 for a month without service. Implemented by
 * `customer-bills`.
 */
export type PriceOf = (db: Database, storeId: number, month: string) => Promise<number>

interface PriceInput {
  id: number
  pricing: Pricing
  storeSalaryCents?: number | undefined
}

/** New terms from a day on, or a correction of existing terms. */
type TermsQuery = PriceInput & ({ fromOn: Day } | { termsId: number; backpay?: 'yes' | undefined })

/** Recalculates the unedited draft bills of a store from a day on; sums in 分. Implemented by `customer-bills`. */
export type FollowTerms = (
  context: Context,
  of: { storeId: number; fromOn: Day },
) => Promise<{ changed: number; beforeCents: number; afterCents: number }>

/** The billing functions that terms need. */
export interface Billing {
  /** Returns the amount of a store's month. */
  priceOf: PriceOf
  /** Drafts adjustments for the differences of closed months. */
  settleClosed: SettleClosed
  /** Recalculates drafts by the current terms. */
  follow: FollowTerms
}

type Lock = (inner: Context, id: number) => Promise<{ id: number; companyCode: string }>

/** Maximum number of past months whose amounts are compared, the latest ones. */
const MAX_MONTHS = 24

/** The changes that new or corrected terms would make, from a dry run; throws the errors of the write. */
export async function termsConsequences(
  context: Context,
  query: TermsQuery,
  lock: Lock,
  { priceOf, settleClosed, follow }: Billing,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor, clock } = inner
    const store = await lock(inner, query.id)
    const now = today(clock)
    const fromOn = await firstDayOf(db, query)
    const months = monthsFrom(fromOn, now)
    const price = async () => {
      const prices: number[] = []
      for (const month of months) prices.push(await priceOf(db, store.id, month))
      return prices
    }
    const [pricesBefore, before] = [await price(), await termsOn(db, store.id, later(fromOn, now))]
    const settled = await writeTerms(inner, store, query, settleClosed)
    const followed = await follow(inner, { storeId: store.id, fromOn })
    const [pricesAfter, after] = [await price(), await termsOn(db, store.id, later(fromOn, now))]
    const differing = months.filter((_, at) => pricesBefore[at] !== pricesAfter[at])
    const affected = await countRepriced(db, [{ storeId: store.id, fromOn }], now)
    return {
      items: [
        valueRow('text', '生效日期', fromOn),
        ...changeRow('money', '已过月份按计费方式的合计', [sum(pricesBefore), sum(pricesAfter)]),
        ...countRow('金额不同的月份', differing.length, {
          note: '{months}',
          values: { months: differing },
        }),
        ...changeRow(
          'money',
          '店铺工资',
          [before?.storeSalaryCents ?? null, after?.storeSalaryCents ?? null],
          {
            note: '每月',
          },
        ),
        ...countRow('补算已结月份的调整草稿', settled.count, {
          note: '合计 {money}，记在最早未结账的月份',
          values: { money: formatMoney(settled.cents) },
        }),
        ...affectedRows(can(actor, 'canChargeCustomer'), months, { ...affected, followed }),
        valueRow('count', '计费方式记录', (await findTerms(db, store.id)).length, { note: '原来的保留备查' }),
      ],
    }
  })
}

/** Adds or corrects the terms; returns number and sum (分) of the adjustments drafted for closed months. */
async function writeTerms(
  context: Context,
  store: Awaited<ReturnType<Lock>>,
  query: TermsQuery,
  settleClosed: SettleClosed,
): Promise<{ count: number; cents: number }> {
  const { pricing, storeSalaryCents = null } = query
  const terms = { pricing, storeSalaryCents, reason: '-' }
  if ('fromOn' in query) {
    await addTerms(context, store, { fromOn: query.fromOn, ...terms })
    return { count: 0, cents: 0 }
  }
  const correction = { termsId: query.termsId, ...terms, backpay: query.backpay === 'yes' }
  return correctTerms(context, store, correction, settleClosed)
}

async function firstDayOf(db: Database, query: TermsQuery): Promise<Day> {
  if ('fromOn' in query) return query.fromOn
  return getActiveTerms(await findTerms(db, query.id), query.termsId).fromOn
}

const later = (a: Day, b: Day): Day => (a > b ? a : b)

/** The completed months from a day on, at most the latest `MAX_MONTHS`. */
export function monthsFrom(fromOn: Day, now: Day): string[] {
  const months: string[] = []
  let month = monthBefore(monthOf(now))
  while (month >= monthOf(fromOn) && months.length < MAX_MONTHS) {
    months.unshift(month)
    month = monthBefore(month)
  }
  return months
}

/** The rows on bills and agents that new prices affect; those on bills only for users who charge customers. */
export function affectedRows(
  charges: boolean,
  months: readonly string[],
  {
    followed,
    changedDrafts,
    issued,
    issuedCents,
    agents,
  }: Repriced & { followed: Awaited<ReturnType<FollowTerms>> },
): Consequence[] {
  const drafts: Consequence[] = [
    ...changeRow('money', '草稿账单合计', [followed.beforeCents, followed.afterCents], {
      note: '{n} 张草稿按新价重算',
      values: { n: followed.changed },
    }),
    ...countRow('手工开立或改过的草稿账单', changedDrafts, { note: '保持不变，需要时请自行修改' }),
  ]
  return [
    ...(charges ? drafts : []),
    ...countRow('涉及已出账的账单', charges ? issued : 0, {
      note: '合计 {money}，金额不变，差额列在“已出账与现算不符”',
      values: { money: formatMoney(issuedCents) },
    }),
    ...countRow('涉及客服', months.length > 0 ? agents : 0, { note: '没有结账的月份按新的店铺工资计算' }),
  ]
}
