import { today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { correctDay } from '#operations/imports/queries.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, figuresProblem } from '#people/books/rules.ts'
import type { CorrectionInput } from './contract.ts'
import * as queries from './queries.ts'
import { columnOf, measureOf } from './rules.ts'

interface CorrectionReason {
  reason: string
  /** The question that the correction answers. */
  questionId: number | null
}

/**
 * The store of a correction. Throws INVALID if the day is in the future or long before the books begin, NOT_FOUND if
 * the user may not correct the store.
 */
export async function getCorrectableStore({ db, actor, clock }: Context, { storeId, on }: CorrectionInput) {
  if (on > today(clock)) throw invalidField('on', '{on} 还没有到，请核对日期。', { on })
  const store = await queries.getStore(db, queries.correctableStores(actor, on), storeId)
  assertNoProblem('on', figuresProblem(await findBooks(db, clock, store.companyCode), on))
  return store
}

/**
 * Corrects figures of a store on a day, or of a nick at the store, with an audit line. Throws INVALID if nothing
 * changes or the figures contradict each other, NOT_FOUND out of reach, STALE if they changed since the user saw them.
 */
export async function correctCell(
  context: Context,
  cell: CorrectionInput,
  { reason, questionId }: CorrectionReason,
) {
  const { db, actor, clock, record } = context
  const { companyCode } = await getCorrectableStore(context, cell)
  const { storeId, on, nick } = cell
  const { actId, changes } = await correctDay(db, {
    companyCode,
    storeId,
    on,
    nick: nick ?? null,
    reason,
    questionId,
    staffId: actor.id,
    at: clock(),
    changes: columnsOf(cell, 'to'),
    expected: columnsOf(cell, 'from'),
  })
  const named = Object.entries(changes).map(([column, change]): [string, [unknown, unknown]] => [
    measureOf(column),
    [...change],
  ])
  record({
    action: 'correct',
    entity: 'figure',
    recordId: `${storeId} ${on}${nick ? ` ${nick}` : ''}`,
    companyCode,
    changes: { ...Object.fromEntries(named), reason: [null, reason] },
  })
  return { actId }
}

/** Maps the changed figures to column names. */
function columnsOf({ changes }: CorrectionInput, side: 'from' | 'to'): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(changes).map(([measure, change]) => [columnOf(measure), change[side] ?? null]),
  )
}
