import type { Database } from '#db/connect.ts'
import type { OfMonth } from './queriesOfFacts.ts'
import { findFrozen } from './queriesOfFrozen.ts'
import type { PaySheet } from './sheets.ts'
import { paySheets } from './sheets.ts'

/** The sheets of a company's month, by person; of a closed one as they were when it was closed. */
export async function sheetsOf(
  db: Database,
  of: OfMonth,
): Promise<{ sheets: Map<number, PaySheet>; frozen: boolean }> {
  const kept = await findFrozen(db, of)
  const sheets = kept ?? (await paySheets(db, of))
  return { sheets: new Map(sheets.map((sheet) => [sheet.staffId, sheet])), frozen: kept !== null }
}
