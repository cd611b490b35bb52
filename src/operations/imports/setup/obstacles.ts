import { type AppError, periodClosed, refusal } from '#kit/errors.ts'
import { word } from '#kit/text.ts'
import { CUSTOMER_USES, STORE_USES, type Use } from './uses.ts'

/** What prevents the undo of a run. */
export interface Obstacles {
  /** A closed month (`2026-04`) in which a created store was in service or that has figures of the files. */
  closedMonth: string | null
  /** An import of another file into a created store, or after the run into a store and day of its files. */
  later: { storeName: string; fileName: string } | null
  /** Rows that use created stores and customers. */
  uses: readonly Use[]
  /** A nick of an existing store whose binding was changed since. */
  changedNick: string | null
}

/** Returns the error of an undo that is not possible, with the first obstacle; null if it is possible. */
export function obstacleError({ closedMonth, later, uses, changedNick }: Obstacles): AppError | null {
  if (closedMonth !== null) return periodClosed(closedMonth)
  if (later) {
    const sentence = '店铺“{storeName}”之后又导入过“{fileName}”，请先撤销那次导入，再撤销这一次。'
    return refusal('CONFLICT', { sentence, values: { ...later } })
  }
  const use = firstUse(uses)
  if (use) return errorOfUse(use)
  if (changedNick === null) return null
  const sentence = '昵称“{nick}”的对应之后又改过，不能一次撤销；请在店铺的平台昵称里改。'
  return refusal('CONFLICT', { sentence, values: { nick: changedNick } })
}

function errorOfUse(use: Use): AppError {
  const { kind, name } = use
  const what = word(kind === 'store' ? STORE_USES[use.usedIn] : CUSTOMER_USES[use.usedIn])
  const sentence =
    kind === 'store'
      ? '店铺“{name}”已有{what}，不能再撤销新建；不用的店铺请在店铺页停止服务。'
      : '客户“{name}”已有{what}，不能再撤销新建。'
  return refusal('CONFLICT', { sentence, values: { name, what } })
}

function firstUse(uses: readonly Use[]): Use | undefined {
  const places = [
    ...Object.keys(STORE_USES).map((table) => `store ${table}`),
    ...Object.keys(CUSTOMER_USES).map((table) => `customer ${table}`),
  ]
  const placeOf = ({ kind, usedIn }: Use) => places.indexOf(`${kind} ${usedIn}`)
  return uses.toSorted((a, b) => placeOf(a) - placeOf(b))[0]
}
