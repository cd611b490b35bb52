import type { Store, StorePage } from './contract.ts'
import type * as queries from './queries.ts'

type Row = Awaited<ReturnType<typeof queries.getStore>>
type State = Pick<Awaited<ReturnType<typeof queries.findStates>>[number], 'status' | 'fromOn'>

/** Converts a row to API format. Salary and pricing model are included only if they were selected. */
export function toStore(row: Row) {
  return {
    ...row,
    serviceTypes: row.serviceTypes as Store['serviceTypes'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Adds the states that the store has had, for its page. */
export function toStorePage(row: Row, states: readonly State[]): StorePage {
  return {
    ...toStore(row),
    states: states.map(({ status, fromOn }) => ({ status, fromOn })),
  }
}
