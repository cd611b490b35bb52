import type { Database } from '#db/connect.ts'
import type { OfMonth } from './factQueries.ts'
import { findFrozen } from './frozenQueries.ts'
import { type PaySheet, paySheets } from './sheets.ts'

/** Pay sheets of a company's month by staff id; for a closed month, those saved at closing. */
export async function readSheets(
  db: Database,
  of: OfMonth,
): Promise<{ sheets: Map<number, PaySheet>; frozen: boolean }> {
  const frozenSheets = await findFrozen(db, of)
  const sheets = frozenSheets ?? (await paySheets(db, of))
  return { sheets: new Map(sheets.map((sheet) => [sheet.staffId, sheet])), frozen: frozenSheets !== null }
}
