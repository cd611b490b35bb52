import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'

/** Reads a parsed import file in the actor's scope; throws NOT_FOUND. */
export async function getFile(db: Database, actor: Actor, batchId: number) {
  const row = await db
    .selectFrom('importBatch')
    .select(['id', 'companyCode', 'fileName'])
    .where('id', '=', batchId)
    .where('status', '<>', 'reading')
    .where(scope(actor, 'canChargeCustomer', { company: 'importBatch.companyCode' }))
    .executeTakeFirst()
  if (!row) throw notFound('这条导入记录')
  return row
}

/** Figures of a store for one day of a closed month. */
export interface LateDay {
  storeId: number
  storeName: string
  companyCode: string
  onDay: Day
  volume: number | null
  salesCents: number | null
}

const volume = sql`coalesce(r.consult_users, r.consult_sessions, r.handled_users)`

/**
 * Days of closed months in a file, unless committed: the store's own row, else the sum of its agents, as in an import.
 */
export async function findLateDays(db: Database, batchId: number): Promise<LateDay[]> {
  const { rows } = await sql<LateDay>`
    select store.id as store_id, store.name as store_name, store.company_code, part.on_day,
      coalesce(own.volume, agents.volume)::int as volume, coalesce(own.sales_cents, agents.sales_cents)::bigint as sales_cents
    from import_group part join store on store.id = part.store_id
      join monthly_financial closed on closed.company_code = store.company_code and closed.status = 'closed'
        and closed.month_on = date_trunc('month', part.on_day)::date
      left join lateral (select max(${volume}) as volume, max(r.sales_cents) as sales_cents from import_row r
        where r.group_id = part.id and r.nick is null) own on true
      left join lateral (select sum(${volume}) as volume, sum(r.sales_cents) as sales_cents from import_row r
        where r.group_id = part.id and r.nick is not null) agents on true
    where part.batch_id = ${batchId} and not part.committed
      and coalesce(own.volume, agents.volume, own.sales_cents, agents.sales_cents) is not null
    order by store.id, part.on_day`.execute(db)
  return rows
}

/** Batch size; a PostgreSQL statement allows at most 65,535 parameters. */
const BATCH_SIZE = 1_000

/** Saves figures as 迟到; figures of a newer file replace those of an older one. */
export async function putLateFigures(
  db: Database,
  days: readonly LateDay[],
  { batchId, fileName, at, by }: { batchId: number; fileName: string; at: Date; by: number },
): Promise<void> {
  const stamp = { batchId, fileName, createdAt: at, createdBy: by }
  for await (const batch of chunksOf(days, BATCH_SIZE)) {
    const rows = batch.map(({ storeName: _name, ...day }) => ({ ...day, ...stamp }))
    await db
      .insertInto('lateFigure')
      .values(rows)
      .onConflict((clash) =>
        clash.columns(['storeId', 'onDay']).doUpdateSet((eb) => ({
          volume: eb.ref('excluded.volume'),
          salesCents: eb.ref('excluded.salesCents'),
          batchId: eb.ref('excluded.batchId'),
          fileName: eb.ref('excluded.fileName'),
          createdAt: eb.ref('excluded.createdAt'),
          createdBy: eb.ref('excluded.createdBy'),
        })),
      )
      .execute()
  }
}

/** Deletes the figures of a late file in scope and returns their store months, with one entry per day. */
export async function dropLateFigures(
  db: Database,
  actor: Actor,
  batchId: number,
): Promise<{ storeId: number; companyCode: string; monthOn: Day }[]> {
  return db
    .deleteFrom('lateFigure')
    .where('batchId', '=', batchId)
    .where(scope(actor, 'canChargeCustomer', { company: 'lateFigure.companyCode' }))
    .returning(['storeId', 'companyCode'])
    .returning(sql<Day>`date_trunc('month', on_day)::date`.as('monthOn'))
    .execute()
}

/** Late files with figures for the store month. */
export async function findLateFiles(db: Database, { storeId, monthOn }: { storeId: number; monthOn: Day }) {
  return db
    .selectFrom('lateFigure')
    .select(['batchId', 'fileName', sql<number>`count(*)::int`.as('days')])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`date_trunc('month', on_day)::date = ${monthOn}`)
    .groupBy(['batchId', 'fileName'])
    .orderBy('batchId')
    .execute()
}

/** Rerate rows of the given store months. */
export async function findRowsOf(db: Database, months: readonly { storeId: number; monthOn: Day }[]) {
  if (months.length === 0) return []
  const { rows } = await sql<{
    id: number
    storeId: number
    monthOn: Day
    state: string
    differenceCents: number
  }>`
    select rerate.id, rerate.store_id, rerate.month_on, rerate.state, rerate.difference_cents from rerate
      join unnest(${months.map(({ storeId }) => storeId)}::int[], ${months.map(({ monthOn }) => monthOn)}::date[])
        asked (store_id, month_on) using (store_id, month_on)`.execute(db)
  return rows
}
