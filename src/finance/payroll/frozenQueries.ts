import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { daysOf, type OfMonth } from './factQueries.ts'
import type { PaySheet, StoreShare } from './sheets.ts'

/** A store's share in sheets saved before pay changes by day existed: one rate for the whole month. */
type FormerShare = Omit<StoreShare, 'commissions'> & { salesCents: number; rateBp: number }
type SavedShare = StoreShare | FormerShare
/** Sheets saved before clock records or unpaid leaves could count lack these: the basis was the log. */
type Added = 'agreed' | 'basis' | 'countedHalves' | 'unpaid' | 'unpaidHalves'
type SavedSheet = Omit<PaySheet, Added | 'stores'> & Partial<Pick<PaySheet, Added>> & { stores: SavedShare[] }

/** Converts a saved sheet to the current format. */
function toCurrentSheet({ agreed, stores, ...sheet }: SavedSheet, month: string): PaySheet {
  const { first, last } = daysOf(month)
  const { employedDays: days, agreedBaseCents: baseCents, agreedSeniorityCents: seniorityCents } = sheet
  const wholeMonth = days > 0 ? [{ fromOn: first, toOn: last, days, baseCents, seniorityCents }] : []
  const byLog = { basis: 'log' as const, countedHalves: 2 * sheet.logged.length, unpaid: [], unpaidHalves: 0 }
  return { ...byLog, ...sheet, agreed: agreed ?? wholeMonth, stores: stores.map(toCurrentShare) }
}

function toCurrentShare(share: SavedShare): StoreShare {
  if ('commissions' in share) return share
  const { salesCents, rateBp, ...rest } = share
  const { commissionCents } = rest
  return { ...rest, commissions: rateBp > 0 ? [{ salesCents, rateBp, commissionCents }] : [] }
}

/** Sheets of a closed month as saved at closing; null if the month is open. */
export async function findFrozen(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
): Promise<PaySheet[] | null> {
  const { first } = daysOf(month)
  const newest = await sql<{ no: number | null }>`
    select max(frozen.no) as no from monthly_financial closed
      join payroll_month frozen using (company_code, month_on)
    where company_code = ${companyCode} and month_on = ${first} and closed.status = 'closed'`.execute(db)
  const no = newest.rows[0]?.no ?? null
  if (no === null) return null
  const { rows } = await sql<{ sheet: SavedSheet }>`
    select sheet from payroll_month
    where company_code = ${companyCode} and month_on = ${first} and no = ${no}
      and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)
    order by staff_id`.execute(db)
  return rows.map(({ sheet }) => toCurrentSheet(sheet, month))
}

/** Saves the sheets of a month under the next closing number. */
export async function insertFrozen(db: Database, of: OfMonth, sheets: readonly PaySheet[]): Promise<void> {
  const { first } = daysOf(of.month)
  await sql`
    insert into payroll_month (company_code, month_on, no, staff_id, sheet)
    select ${of.companyCode}, ${first}::date, (
        select coalesce(max(no), 0) + 1 from payroll_month
        where company_code = ${of.companyCode} and month_on = ${first}),
      staff_id, sheet::jsonb
    from unnest(${sheets.map(({ staffId }) => staffId)}::int[],
      ${sheets.map((sheet) => JSON.stringify(sheet))}::text[]) as frozen (staff_id, sheet)`.execute(db)
}
