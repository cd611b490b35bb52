import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf } from '#kit/calendar.ts'
import { nextVersion } from '#kit/version.ts'
import type { Draft, DraftLine } from './proposal.ts'
import type { BillRow } from './queries.ts'

/** Saved lines of drafts, by bill id. */
export async function findDraftLines(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, (DraftLine & { label: string | null })[]>> {
  const rows = await db
    .selectFrom('customerBillLine')
    .select(['billId', 'item', 'label', 'fromOn', 'toOn', 'termsId'])
    .select(['qty', 'per', 'price', 'amountCents', 'taxRateBp'])
    .where(sql<boolean>`bill_id = any(${ids})`)
    .orderBy('billId')
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ billId }) => billId)
}

/**
 * Open months, from that of `fromOn` on, in which the store has unedited drafts. Locks the proposal runs of these
 * months until the transaction ends.
 */
export async function lockMonthsDrafted(
  db: Database,
  { storeId, fromOn }: { storeId: number; fromOn: Day },
): Promise<string[]> {
  await sql`select from customer_bill_run run
    where run.month_on >= date_trunc('month', ${fromOn}::date)
      and run.company_code = (select company_code from store where id = ${storeId})
    order by run.month_on for update`.execute(db)
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(b.month_on, 'YYYY-MM') as month from customer_bill b
    where b.store_id = ${storeId} and b.status = 'draft' and b.origin = 'proposed'
      and b.month_on >= date_trunc('month', ${fromOn}::date)
      and not exists (select from monthly_financial m where m.company_code = b.company_code
        and m.month_on = b.month_on and m.status = 'closed')
    order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** A draft that a run inserts, without the values that all drafts share. */
export interface NewDraft extends Draft {
  customerId: number
  storeId: number
}

/** Values that all drafts of a run share. */
interface RunValues {
  companyCode: string
  month: string
  by: number
  at: Date
}

/** Inserts drafts with their lines; returns the rows in the same order. */
export async function insertDrafts(
  db: Database,
  drafts: readonly NewDraft[],
  { companyCode, month, by, at }: RunValues,
): Promise<BillRow[]> {
  if (drafts.length === 0) return []
  const first = `${month}-01`
  const { rows } = await sql<BillRow>`
    insert into customer_bill (company_code, customer_id, store_id, kind, month_on, from_on, to_on, total_cents, missing,
      relates_to_id, proposal_id, origin, created_at, created_by, updated_at, updated_by)
    select ${companyCode}, customer_id, store_id, kind, ${first}::date, ${first}::date, ${lastDayOf(month)}::date,
      total_cents, missing::jsonb, relates_to_id, proposal_id, 'proposed', ${at}::timestamptz, ${by}::int,
      ${at}::timestamptz, ${by}::int
    from unnest(${drafts.map(({ customerId }) => customerId)}::int[],
      ${drafts.map(({ storeId }) => storeId)}::int[], ${drafts.map(({ kind }) => kind)}::text[],
      ${drafts.map(({ totalCents }) => totalCents)}::bigint[],
      ${drafts.map(({ missing }) => JSON.stringify(missing))}::text[],
      ${drafts.map(({ relatesToId }) => relatesToId)}::int[],
      ${drafts.map(({ proposalId }) => proposalId)}::int[])
      with ordinality as draft (customer_id, store_id, kind, total_cents, missing, relates_to_id, proposal_id, n)
    order by n returning *`.execute(db)
  // Ids are assigned in row order.
  const bills = rows.toSorted((a, b) => a.id - b.id)
  await insertLines(
    db,
    bills.map(({ id }, at) => ({ id, lines: drafts[at]?.lines ?? [] })),
  )
  return bills
}

/** Inserts the lines of bills, with positions in the given order. */
async function insertLines(
  db: Database,
  bills: readonly { id: number; lines: readonly DraftLine[] }[],
): Promise<void> {
  const lines = bills.flatMap((bill) =>
    bill.lines.map((line, index) => ({ ...line, billId: bill.id, position: index + 1 })),
  )
  if (lines.length === 0) return
  await sql`
    insert into customer_bill_line (bill_id, position, item, from_on, to_on, terms_id, qty, per, price, amount_cents,
      tax_rate_bp)
    select * from unnest(${lines.map(({ billId }) => billId)}::int[],
      ${lines.map(({ position }) => position)}::int[], ${lines.map(({ item }) => item)}::text[],
      ${lines.map(({ fromOn }) => fromOn)}::date[], ${lines.map(({ toOn }) => toOn)}::date[],
      ${lines.map(({ termsId }) => termsId)}::int[], ${lines.map(({ qty }) => qty)}::bigint[],
      ${lines.map(({ per }) => per)}::int[], ${lines.map(({ price }) => price)}::bigint[],
      ${lines.map(({ amountCents }) => amountCents)}::bigint[],
      ${lines.map(({ taxRateBp }) => taxRateBp)}::int[])`.execute(db)
}

interface Stamp {
  updatedAt: Date
  updatedBy: number
}

/** New values of a draft. */
export interface DraftUpdate {
  id: number
  totalCents: number
  missing: Draft['missing']
  lines: readonly DraftLine[]
}

/** Bills by id. */
export async function findBillRows(db: Database, ids: readonly number[]): Promise<Map<number, BillRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('customerBill').selectAll().where(sql<boolean>`id = any(${ids})`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Updates locked drafts; returns the rows by id. */
export async function refreshDrafts(
  db: Database,
  drafts: readonly DraftUpdate[],
  { updatedAt, updatedBy }: Stamp,
): Promise<Map<number, BillRow>> {
  if (drafts.length === 0) return new Map()
  const ids = drafts.map(({ id }) => id)
  await db.deleteFrom('customerBillLine').where(sql<boolean>`bill_id = any(${ids})`).execute()
  await insertLines(db, drafts)
  const { rows } = await sql<BillRow>`
    update customer_bill bill set total_cents = draft.total_cents, missing = draft.missing::jsonb,
      updated_at = ${updatedAt}, updated_by = ${updatedBy}, version = version + 1
    from unnest(${ids}::int[], ${drafts.map(({ totalCents }) => totalCents)}::bigint[],
      ${drafts.map(({ missing }) => JSON.stringify(missing))}::text[]) as draft (id, total_cents, missing)
    where bill.id = draft.id returning bill.*`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Withdraws locked drafts; returns the rows by id. */
export async function withdrawDrafts(
  db: Database,
  ids: readonly number[],
  changes: Stamp & { reason: string },
): Promise<Map<number, BillRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .updateTable('customerBill')
    .set({ ...changes, status: 'void', withdrawn: true })
    .set(nextVersion)
    .where(sql<boolean>`id = any(${ids})`)
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
