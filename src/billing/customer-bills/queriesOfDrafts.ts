import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { CustomerBill } from '#db/tables.ts'
import type { DraftLine } from './proposal.ts'
import type { BillRow } from './queries.ts'

/** The lines of drafts as they stand, by bill. */
export async function findDraftLines(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, (DraftLine & { label: string | null })[]>> {
  const rows = await db
    .selectFrom('customerBillLine')
    .selectAll()
    .where(sql<boolean>`bill_id = any(${ids})`)
    .orderBy('billId')
    .orderBy('position')
    .execute()
  return Map.groupBy(
    rows.map(({ position: _position, ...line }) => line),
    ({ billId }) => billId,
  )
}

/** Adds drafts with their lines; answers the rows in the same order. */
export async function insertDrafts(
  db: Database,
  drafts: readonly { row: Insertable<CustomerBill>; lines: readonly DraftLine[] }[],
): Promise<BillRow[]> {
  if (drafts.length === 0) return []
  const rows = await db
    .insertInto('customerBill')
    .values(drafts.map(({ row }) => row))
    .returningAll()
    .execute()
  const lines = rows.flatMap(({ id }, at) =>
    (drafts[at]?.lines ?? []).map((line, index) => ({ ...line, billId: id, position: index + 1 })),
  )
  if (lines.length > 0) await db.insertInto('customerBillLine').values(lines).execute()
  return rows
}
