import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { notify } from '#platform/notices/queries.ts'
import * as queries from './queries.ts'
import { monthsBetween, monthsToCompare, OVERLAP_MS } from './rules.ts'

/** The result of a comparison. `compared` and `found` count store months. */
export interface CheckResult {
  id: number
  compared: number
  found: number
}

/**
 * Compares the stored months of a company with their days: for all stores the newest months and one older month in
 * rotation, and every month changed since the last comparison. Notifies the company's admins of differences. Returns
 * null if the company has no figures.
 */
export async function checkCompany(
  db: Database,
  clock: Clock,
  { companyCode, askedBy }: { companyCode: string; askedBy: number | null },
): Promise<CheckResult | null> {
  const started = clock().getTime()
  const { first, last, now } = await queries.findFirstAndLast(db, companyCode)
  if (!first || !last) return null
  const before = await queries.findLastComparisons(db, companyCode)
  const months = monthsToCompare(monthsBetween(first, last), before.byMonth)
  const parts = []
  for (const month of months) parts.push(await queries.compareMonth(db, companyCode, month))
  const since = new Date((before.readAt ?? now).getTime() - OVERLAP_MS)
  const changed = await queries.compareChanged(db, companyCode, since, months)
  const all = [...parts, changed]
  const found = all.flatMap((part) => part.found)
  const compared = all.reduce((sum, part) => sum + part.compared, 0)
  const tookMs = clock().getTime() - started
  const times = { checkedAt: clock(), readAt: now, tookMs }
  const check = { companyCode, askedBy, ...times, months, compared, changed: changed.compared }
  const id = await queries.insertCheck(db, check, found)
  await notifyAdmins(db, { companyCode, id, found: found.length, at: clock() })
  return { id, compared, found: found.length }
}

async function notifyAdmins(
  db: Database,
  { companyCode, id, found, at }: { companyCode: string; id: number; found: number; at: Date },
): Promise<void> {
  if (found === 0) return
  const admins = await queries.findAdmins(db, companyCode)
  await notify(
    db,
    admins.map((staffId) => ({
      companyCode,
      staffId,
      at,
      kind: 'figureCheck' as const,
      dedupeKey: `${id}`,
      title: { sentence: '数据核对发现 {n} 个店月的汇总与逐日数据不一致', values: { n: found } },
      text: { sentence: '逐日数据没有改变，可以一键按它重算。' },
      link: `/account/settings/company?tab=figure-checks&check=${id}`,
    })),
  )
}
