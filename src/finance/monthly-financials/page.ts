import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { findManualLines } from './closingQueries.ts'
import type { MonthPage } from './contract.ts'
import { readMonthsOf, toMonthResult } from './months.ts'
import { findHistory, type ManagedCompany } from './queries.ts'

/** Reads a month with its manual lines; for a single company also with its closing history. */
export async function readPage(
  db: Database,
  actor: Actor,
  companies: readonly ManagedCompany[],
  month: string,
): Promise<MonthPage> {
  const [found] = await readMonthsOf(db, companies, month, month)
  if (!found) throw new Error(`no month ${month}`)
  const manualLines = []
  for (const { code } of companies) {
    manualLines.push(...(await findManualLines(db, { companyCode: code, month })))
  }
  const [only] = companies.length === 1 ? companies : []
  const history = only
    ? await findHistory(db, actor, { companyCode: only.code, month })
    : { steps: [], isLatestClosed: false, reopening: null }
  return { ...toMonthResult(found), manualLines, ...history }
}
