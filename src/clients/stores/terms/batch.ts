import type { Day } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { findBooks } from '#people/books/queries.ts'
import type { FollowTerms } from './consequences.ts'
import type { TermsInput } from './contract.ts'
import { addTerms, type StoreRef } from './edit.ts'
import { findServiceBegin, hasTerms } from './queries.ts'

/** The same terms for several stores. */
export interface TermsOfStores extends Omit<TermsInput, 'fromOn'> {
  ids: readonly number[]
  /** Without it, each store's terms apply from its own first day. */
  fromOn?: Day | null | undefined
}

/** The outcome for one store: its terms and the drafts that follow them, or the refusal. */
export type StoreOutcome =
  | { id: number; fromOn: Day; followed: Awaited<ReturnType<FollowTerms>>; problem: null }
  | { id: number; problem: Sentence }

/** Locks a store within reach; throws NOT_FOUND. */
export type LockStore = (inner: Context, id: number) => Promise<StoreRef>

/**
 * Adds the same terms to each store by the rules of `addTerms`; a refusal affects only its own store. The stores are
 * locked in the order of their ids, so that overlapping batches cannot deadlock.
 */
export async function addTermsToStores(
  context: Context,
  { ids, fromOn, ...terms }: TermsOfStores,
  lock: LockStore,
  follow: FollowTerms,
): Promise<StoreOutcome[]> {
  const outcomes: StoreOutcome[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done = await withSavepoint(context, {}, async (inner) => {
      const store = await lock(inner, id)
      const day = fromOn ?? (await firstDayFor(inner, store))
      await addTerms(inner, store, { ...terms, fromOn: day })
      return { fromOn: day, followed: await follow(inner, { storeId: id, fromOn: day }) }
    })
    outcomes.push(
      'value' in done ? { id, ...done.value, problem: null } : { id, problem: refusalReason(done.refusal) },
    )
  }
  return outcomes
}

/**
 * The first day for which a store without terms needs them: its first day in service, or the first day of its state if
 * it was never in service, but no day of a closed month. Throws INVALID if it has terms.
 */
async function firstDayFor({ db, clock }: Context, { id, companyCode }: StoreRef): Promise<Day> {
  if (await hasTerms(db, id)) throw invalidField('fromOn', '已有计费方式，请选择从哪天起换成新的。')
  const { from, openFrom } = await findBooks(db, clock, companyCode)
  const beganOn = await findServiceBegin(db, id)
  const hasClosed = from !== null && openFrom > `${from}-01`
  return hasClosed && openFrom > beganOn ? openFrom : beganOn
}
