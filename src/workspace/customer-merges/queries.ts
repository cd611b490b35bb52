import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import { MovedKind } from './contract.ts'

/** Whether the customer has an open churn record. */
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

/** A moved row, with its version after the move. */
export interface Moved {
  id: number
  version: number
}

/** Table and display name of a kind; `movable`: which rows move to the kept customer. */
interface Kind {
  table: string
  name: RawBuilder<unknown>
  movable?: (keptId: number) => RawBuilder<unknown>
  /** False for rows without a version: they count as unchanged while they belong to the kept customer. */
  versioned?: false
}

/**
 * Thresholds do not move if the kept customer has its own, nor a warning if it has one of the same week and kind: only
 * one of each can exist.
 */
const KINDS: Record<MovedKind, Kind> = {
  stores: { table: 'store', name: sql`t.name` },
  notes: { table: 'customer_note', name: sql`left(t.text, 20)` },
  followUps: { table: 'follow_up', name: sql`left(t.text, 20)` },
  churnRecords: { table: 'churn_record', name: sql`t.detected_on::text` },
  bills: { table: 'customer_bill', name: sql`coalesce(t.code, to_char(t.month_on, 'YYYY-MM'))` },
  warnings: {
    table: 'warning',
    name: sql`t.week_on::text`,
    movable: (keptId) => sql`t.status in ('pending', 'handling') and not exists (select 1 from warning own
      where own.customer_id = ${keptId} and own.week_on = t.week_on and own.kind = t.kind)`,
  },
  thresholds: {
    table: 'warning_threshold',
    name: sql`''`,
    movable: (keptId) =>
      sql`not exists (select 1 from warning_threshold own where own.customer_id = ${keptId})`,
  },
  questions: { table: 'figure_question', name: sql`left(t.question, 20)` },
  claimItems: { table: 'reimbursement_item', name: sql`t.on_day::text`, versioned: false },
}

const movable = ({ table, movable: which }: Kind, customerId: number, keptId: number) =>
  sql`from ${sql.table(table)} t where t.customer_id = ${customerId} and ${which?.(keptId) ?? sql`true`}`

/** Locks a customer's movable rows until the transaction ends; returns the ids by kind. */
export async function lockMovable(
  db: Database,
  customerId: number,
  keptId: number,
): Promise<Record<MovedKind, number[]>> {
  const found = {} as Record<MovedKind, number[]>
  for (const [name, kind] of Object.entries(KINDS)) {
    const { rows } = await sql<{ id: number }>`select t.id ${movable(kind, customerId, keptId)}
      order by t.id for update`.execute(db)
    found[name as MovedKind] = rows.map(({ id }) => id)
  }
  return found
}

/** The number of movable rows by kind. */
export async function countMovable(
  db: Database,
  customerId: number,
  keptId: number,
): Promise<Record<MovedKind, number>> {
  const counts = {} as Record<MovedKind, number>
  for (const [name, kind] of Object.entries(KINDS)) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n ${movable(kind, customerId, keptId)}`.execute(db)
    counts[name as MovedKind] = rows[0]?.n ?? 0
  }
  return counts
}

/** The moved rows that have changed since the merge, with names. */
export async function findChanged(db: Database, kind: MovedKind, keptId: number, moved: readonly Moved[]) {
  const { table, name, versioned = true } = KINDS[kind]
  const isOther = versioned ? sql`t.version <> m.version or` : sql``
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, coalesce(${name}, '') as name
    from json_to_recordset(${JSON.stringify(moved)}::json) as m(id int, version int)
      join ${sql.table(table)} t on t.id = m.id
    where ${isOther} t.customer_id is distinct from ${keptId} order by t.id`.execute(db)
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

/** Saves the changes and moved rows of a merge; returns its id. */
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
    .innerJoin('staffName as merger', 'merger.id', 'merge.mergedBy')
    .leftJoin('staffName as undoer', 'undoer.id', 'merge.undoneBy')
    .select(['merge.id', 'merge.mergedAt', 'merge.undoneAt', 'merge.moved'])
    .select(['merged.name as mergedName', 'merged.code as mergedCode'])
    .select(['merger.name as mergedByName', 'undoer.name as undoneByName'])
    .where('merge.keptId', '=', keptId)
    .orderBy('merge.id', 'desc')
    .execute()
}

const NOTHING = Object.fromEntries(MovedKind.options.map((kind) => [kind, []]))

/** Locks a merge until the transaction ends; undefined if there is none. */
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
    // An older merge lacks the kinds that were added later.
    moved: { ...NOTHING, ...(moved as object) } as unknown as Record<MovedKind, Moved[]>,
  }
}

export async function markUndone(db: Database, id: number, by: number, at: Date): Promise<void> {
  await db.updateTable('customerMerge').set({ undoneAt: at, undoneBy: by }).where('id', '=', id).execute()
}

/** For those of the customers whose deposit is overdrawn: the bills that the deposit paid, and its refunds. */
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
