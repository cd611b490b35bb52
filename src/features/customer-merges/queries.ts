import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import type { MovedKind } from './contract.ts'

/** Whether a customer is being lost or was lost: it then has a record that is not settled. */
export async function hasOpenChurn(db: Database, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('churnRecord')
    .select('id')
    .where('customerId', '=', customerId)
    .where('subject', '=', 'customer')
    .where('status', 'in', ['retaining', 'churned'])
    .executeTakeFirst()
  return row !== undefined
}

/** A row that moved, at the version that the move gave it. */
export interface Moved {
  id: number
  version: number
}

const TABLES = {
  stores: { table: 'store', name: sql`name` },
  notes: { table: 'customer_note', name: sql`left(text, 20)` },
  followUps: { table: 'follow_up', name: sql`left(text, 20)` },
  churnRecords: { table: 'churn_record', name: sql`detected_on::text` },
  bills: { table: 'customer_bill', name: sql`coalesce(code, to_char(month_on, 'YYYY-MM'))` },
} as const satisfies Record<MovedKind, { table: string; name: unknown }>

/** The numbers of a customer's rows of each kind, locked until the transaction ends. */
export async function lockMovable(db: Database, customerId: number): Promise<Record<MovedKind, number[]>> {
  const found = {} as Record<MovedKind, number[]>
  for (const [kind, { table }] of Object.entries(TABLES)) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where customer_id = ${customerId} order by id for update`.execute(db)
    found[kind as MovedKind] = rows.map(({ id }) => id)
  }
  return found
}

/** How many rows of each kind a customer has. */
export async function countMovable(db: Database, customerId: number): Promise<Record<MovedKind, number>> {
  const counts = {} as Record<MovedKind, number>
  for (const [kind, { table }] of Object.entries(TABLES)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where customer_id = ${customerId}`.execute(db)
    counts[kind as MovedKind] = rows[0]?.n ?? 0
  }
  return counts
}

/** Those of the rows that moved which are no longer as the move left them, by name. */
export async function findChanged(db: Database, kind: MovedKind, keptId: number, moved: readonly Moved[]) {
  const { table, name } = TABLES[kind]
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, coalesce(${name}, '') as name
    from json_to_recordset(${JSON.stringify(moved)}::json) as m(id int, version int)
      join ${sql.table(table)} t on t.id = m.id
    where t.version <> m.version or t.customer_id <> ${keptId} order by t.id`.execute(db)
  return rows
}

interface NewMerge {
  companyCode: string
  keptId: number
  mergedId: number
  changes: Changes
  moved: Record<MovedKind, Moved[]>
  mergedAt: Date
  mergedBy: number
}

/** Keeps what a merge changed and moved; answers its number. */
export async function insertMerge(db: Database, { changes, moved, ...row }: NewMerge): Promise<number> {
  const { id } = await db
    .insertInto('customerMerge')
    .values({ ...row, changes: JSON.stringify(changes), moved: JSON.stringify(moved) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The merges into a customer, newest first. */
export async function findMerges(db: Database, keptId: number) {
  return db
    .selectFrom('customerMerge as merge')
    .innerJoin('customer as merged', 'merged.id', 'merge.mergedId')
    .innerJoin('staff as merger', 'merger.id', 'merge.mergedBy')
    .leftJoin('staff as undoer', 'undoer.id', 'merge.undoneBy')
    .select(['merge.id', 'merge.mergedAt', 'merge.undoneAt', 'merge.moved'])
    .select(['merged.name as mergedName', 'merged.code as mergedCode'])
    .select(['merger.name as mergedByName', 'undoer.name as undoneByName'])
    .where('merge.keptId', '=', keptId)
    .orderBy('merge.id', 'desc')
    .execute()
}

/** One merge, locked until the transaction ends; undefined where there is none. */
export async function lockMerge(db: Database, id: number) {
  const row = await db
    .selectFrom('customerMerge')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { changes, moved, ...rest } = row
  return {
    ...rest,
    changes: changes as unknown as Changes,
    // Merges from before there were bills name none.
    moved: { bills: [], ...(moved as object) } as unknown as Record<MovedKind, Moved[]>,
  }
}

/** Marks a merge as undone. */
export async function markUndone(db: Database, id: number, by: number, at: Date): Promise<void> {
  await db.updateTable('customerMerge').set({ undoneAt: at, undoneBy: by }).where('id', '=', id).execute()
}

/** Of customers whose deposit is overdrawn: the bills that it paid, and the refunds that gave it back. */
export async function findOverdrawn(db: Database, customerIds: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string }>`
    select b.id, coalesce(b.code, to_char(b.month_on, 'YYYY-MM')) as name from customer_bill b
      left join customer_bill source on source.id = b.relates_to_id
    where b.customer_id = any(${customerIds}) and deposit_held(b.customer_id) < 0 and b.status not in ('draft', 'void')
      and (b.kind = 'refund' and source.kind = 'deposit' or exists (
        select from bill_receipt r where r.bill_id = b.id and r.method = 'deposit'
          and r.reverses_id is null and r.reversed_at is null))
    order by b.id`.execute(db)
  return rows
}
