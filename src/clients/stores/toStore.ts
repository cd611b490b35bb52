import type { Platform, Store } from './contract.ts'
import type * as queries from './queries.ts'

type Row = Awaited<ReturnType<typeof queries.getStore>>

/** Converts a row to API format. The salary is included only if it was selected. */
export function toStore(row: Row) {
  return {
    ...row,
    platform: row.platform as Platform,
    serviceTypes: row.serviceTypes as Store['serviceTypes'],
    shifts: row.shifts as Store['shifts'],
    seat: row.seat as Store['seat'],
    status: row.status as Store['status'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
