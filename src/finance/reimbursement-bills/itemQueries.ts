import { type Insertable, sql } from 'kysely'
import { type Actor, reachOf } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ReimbursementItem } from '#db/tables.ts'
import { SPLIT_DAYS } from './rules.ts'

/** Items of a claim in order, with the name of the customer or store. */
export async function findItems(db: Database, billId: number) {
  return db
    .selectFrom('reimbursementItem as item')
    .leftJoin('customer', 'customer.id', 'item.customerId')
    .leftJoin('store', 'store.id', 'item.storeId')
    .select(['item.id', 'item.category', 'item.onDay', 'item.amountCents', 'item.approvedCents'])
    .select(['item.target', 'item.customerId', 'item.storeId', 'item.invoiceNo', 'item.what'])
    .select((eb) => eb.fn.coalesce('store.name', 'customer.name').as('targetName'))
    .where('item.billId', '=', billId)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
}

export type ItemRow = Awaited<ReturnType<typeof findItems>>[number]

type ItemValues = Omit<Insertable<ReimbursementItem>, 'billId' | 'position'>

/** Replaces the items of a claim, in this order: inserts items without id, deletes omitted ones. Returns the ids. */
export async function putItems(
  db: Database,
  billId: number,
  items: readonly ItemValues[],
): Promise<number[]> {
  const remainingIds = items.flatMap(({ id }) => (id === undefined ? [] : [id]))
  let deletion = db.deleteFrom('reimbursementItem').where('billId', '=', billId)
  if (remainingIds.length > 0) deletion = deletion.where('id', 'not in', remainingIds)
  await deletion.execute()
  const ids: number[] = []
  for (const [position, { id, ...values }] of items.entries()) {
    if (id === undefined) {
      const row = { ...values, billId, position }
      const added = db.insertInto('reimbursementItem').values(row).returning('id')
      ids.push((await added.executeTakeFirstOrThrow()).id)
    } else {
      const changes = db.updateTable('reimbursementItem').set({ ...values, position })
      await changes.where('id', '=', id).where('billId', '=', billId).execute()
      ids.push(id)
    }
  }
  return ids
}

/** Saves the approved amounts of items; null clears them. */
export async function approveItems(
  db: Database,
  billId: number,
  approved: readonly { id: number; approvedCents: number }[] | null,
): Promise<void> {
  if (approved === null) {
    await db
      .updateTable('reimbursementItem')
      .set({ approvedCents: null })
      .where('billId', '=', billId)
      .execute()
    return
  }
  await sql`update reimbursement_item item set approved_cents = told.cents
    from jsonb_to_recordset(${JSON.stringify(approved.map(({ id, approvedCents: cents }) => ({ id, cents })))}::jsonb)
      as told (id int, cents bigint)
    where item.id = told.id and item.bill_id = ${billId}`.execute(db)
}

/** A possible duplicate in another claim: same invoice, same file, or same person, category, day and amount. */
export interface DuplicateRow {
  itemId: number
  kind: 'invoice' | 'file' | 'same'
  otherId: number
  otherCode: string
  reached: boolean
}

/**
 * Possible duplicates of a claim's items within the company, without rejected claims. `reached`: whether the actor may
 * open the other claim.
 */
export async function findDuplicates(db: Database, actor: Actor, billId: number): Promise<DuplicateRow[]> {
  const reach = reachOf(actor, 'canReportReimbursementBill')
  const reached = reach === 'own' ? sql<boolean>`other.staff_id = ${actor.id}` : sql<boolean>`true`
  const { rows } = await sql<DuplicateRow>`
    with mine as (select i.*, b.company_code, b.staff_id from reimbursement_item i
      join reimbursement_bill b on b.id = i.bill_id where i.bill_id = ${billId}),
    found as (
      select mine.id as item_id, 'invoice' as kind, i.bill_id from mine
        join reimbursement_item i on i.invoice_no = mine.invoice_no and i.id <> mine.id
      union
      select mine.id, 'file', twin.bill_id from mine join attachment a on a.item_id = mine.id
        join attachment twin on twin.digest = a.digest and twin.id <> a.id
          and (twin.item_id is distinct from mine.id)
      union
      select mine.id, 'same', i.bill_id from mine join reimbursement_item i on i.on_day = mine.on_day
        and i.amount_cents = mine.amount_cents and i.category = mine.category and i.id <> mine.id
        join reimbursement_bill b on b.id = i.bill_id and b.staff_id = mine.staff_id)
    select found.item_id as "itemId", found.kind, other.id as "otherId", other.code as "otherCode",
      ${reached} as reached
    from found join reimbursement_bill other on other.id = found.bill_id
    join reimbursement_bill this on this.id = ${billId} and this.company_code = other.company_code
    where other.status <> 'rejected' or other.id = ${billId}
    order by 1, 2, 3`.execute(db)
  return rows
}

/**
 * Per item, the total that the person requested in other claims of the same category within `SPLIT_DAYS` of its day.
 */
export async function findNearbyTotals(db: Database, billId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ itemId: number; cents: number }>`
    select mine.id as "itemId", sum(i.amount_cents)::bigint as cents
    from reimbursement_item mine join reimbursement_bill b on b.id = mine.bill_id
    join reimbursement_item i on i.category = mine.category and i.bill_id <> mine.bill_id
      and i.on_day between mine.on_day - ${SPLIT_DAYS}::int and mine.on_day + ${SPLIT_DAYS}::int
    join reimbursement_bill other on other.id = i.bill_id and other.staff_id = b.staff_id
      and other.status not in ('draft', 'rejected')
    where mine.bill_id = ${billId} group by mine.id`.execute(db)
  return new Map(rows.map(({ itemId, cents }) => [itemId, cents]))
}
