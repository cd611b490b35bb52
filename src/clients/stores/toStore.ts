import type { Store, StorePage } from './contract.ts'
import type * as queries from './queries.ts'

type Row = Awaited<ReturnType<typeof queries.getStore>>
type PageRow = Awaited<ReturnType<typeof queries.getStorePage>>

/** Converts a row to API format. Salary and pricing model are included only if they were selected. */
export function toStore(row: Row) {
  return {
    ...row,
    serviceTypes: row.serviceTypes as Store['serviceTypes'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Converts a row with its states to the API format of the store's page. */
export function toStorePage({ states, ...row }: PageRow): StorePage {
  return { ...toStore(row), states }
}
