import { can } from '#access/can.ts'
import { type Day, today } from '#kit/calendar.ts'
import { type Consequence, type Consequences, refusedRow, valueRow } from '#kit/consequences.ts'
import { sum } from '#kit/money.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { addTermsToStores, type LockStore, type StoreOutcome, type TermsOfStores } from './batch.ts'
import { affectedRows, type FollowTerms, monthsFrom } from './consequences.ts'
import { countRepriced } from './queries.ts'

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '-'

/** The changes that the same terms for several stores would make, from a dry run. */
export async function batchConsequences(
  context: Context,
  query: TermsOfStores,
  lock: LockStore,
  follow: FollowTerms,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor, clock } = inner
    const now = today(clock)
    const outcomes = await addTermsToStores(inner, { ...query, reason: REASON }, lock, follow)
    const priced = outcomes.flatMap((one) => (one.problem ? [] : [one]))
    const days = priced.map(({ fromOn }) => fromOn).sort()
    const stores = priced.map(({ id, fromOn }) => ({ storeId: id, fromOn }))
    const affected = await countRepriced(db, stores, now)
    return {
      items: [
        valueRow('count', '登记计费方式的店铺', priced.length),
        ...spanRow(days),
        ...salaryRow(query.storeSalaryCents, priced.length),
        ...affectedRows(can(actor, 'canChargeCustomer'), monthsFrom(days[0] ?? now, now), {
          ...affected,
          followed: followedOf(priced),
        }),
        ...refusedRow(
          '不能登记的店铺',
          outcomes.flatMap(({ problem }) => problem ?? []),
        ),
      ],
    }
  })
}

/** The first day of the terms; the earliest and the latest if they differ by store. */
function spanRow(days: readonly Day[]): Consequence[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  return [valueRow('text', '生效日期', first === last ? first : `${first} – ${last}`)]
}

function salaryRow(salaryCents: number | null | undefined, stores: number): Consequence[] {
  if (!salaryCents || stores === 0) return []
  return [valueRow('money', '店铺工资合计', salaryCents * stores, { note: '每月' })]
}

/** The drafts that follow the terms, of all stores together. */
function followedOf(
  priced: readonly Extract<StoreOutcome, { problem: null }>[],
): Awaited<ReturnType<FollowTerms>> {
  const total = (of: keyof Awaited<ReturnType<FollowTerms>>) =>
    sum(priced.map(({ followed }) => followed[of]))
  return { changed: total('changed'), beforeCents: total('beforeCents'), afterCents: total('afterCents') }
}
