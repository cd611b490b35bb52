import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { MonthPage } from './contract.ts'
import { presentMonth, readMonthsOf } from './months.ts'
import { findManualLines } from './queriesOfClosing.ts'
import type { ManagedCompany } from './queriesOfCompanies.ts'

/** A month with its manual lines; of one company also how it was closed. Several together are closed by nobody. */
export async function readPage(
  db: Database,
  _actor: Actor,
  companies: readonly ManagedCompany[],
  month: string,
): Promise<MonthPage> {
  const [found] = await readMonthsOf(db, companies, month, month)
  if (!found) throw new Error(`no month ${month}`)
  const manualLines = []
  for (const { code } of companies) {
    manualLines.push(...(await findManualLines(db, { companyCode: code, month })))
  }
  return { ...presentMonth(found), manualLines, steps: [], isLatestClosed: false, reopening: null }
}
