import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Holiday, PromotionPeriod } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'

interface Filter extends PageInput {
  year?: string | undefined
}

/** SQL condition: the row is shared by all companies, or belongs to the actor's company. */
const visibleTo = ({ companyCode }: Actor, table: 'holiday' | 'promotion_period') =>
  sql<boolean>`(${sql.ref(`${table}.company_code`)} is null or ${sql.ref(`${table}.company_code`)} = ${companyCode})`

function selectHolidays(db: Database, actor: Actor) {
  return db
    .selectFrom('holiday')
    .leftJoin('staff', 'staff.id', 'holiday.updatedBy')
    .selectAll('holiday')
    .select('staff.name as updatedByName')
    .where(visibleTo(actor, 'holiday'))
}

/** Returns a page of days, optionally of one year, by ascending date unless the input sorts otherwise. */
export async function findHolidays(db: Database, actor: Actor, filter: Filter) {
  let query = selectHolidays(db, actor)
  if (filter.year)
    query = query.where('onDay', '>=', `${filter.year}-01-01`).where('onDay', '<=', `${filter.year}-12-31`)
  return pageOf(query, filter, {
    ...{ columns: { on: 'holiday.onDay' }, fallback: 'on', tieBreaker: 'holiday.id' },
  })
}

/** Locks a day until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockHoliday(db: Database, actor: Actor, id: number) {
  const row = await selectHolidays(db, actor)
    .where('holiday.id', '=', id)
    .forUpdate('holiday')
    .executeTakeFirst()
  if (!row) throw notFound('这个节假日')
  return row
}

/** Inserts days and returns their ids. */
export async function insertHolidays(db: Database, rows: Insertable<Holiday>[]): Promise<number[]> {
  const added = await db.insertInto('holiday').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

/** Updates a day and increments its version. The caller holds the lock and has checked the version. */
export async function updateHoliday(db: Database, id: number, changes: Updateable<Holiday>): Promise<void> {
  await db
    .updateTable('holiday')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteHoliday(db: Database, id: number): Promise<void> {
  await db.deleteFrom('holiday').where('id', '=', id).execute()
}

function selectPeriods(db: Database, actor: Actor) {
  return db
    .selectFrom('promotionPeriod')
    .leftJoin('staff', 'staff.id', 'promotionPeriod.updatedBy')
    .selectAll('promotionPeriod')
    .select('staff.name as updatedByName')
    .where(visibleTo(actor, 'promotion_period'))
}

/** Returns a page of promotion periods, optionally those that overlap a year. */
export async function findPeriods(db: Database, actor: Actor, filter: Filter) {
  let query = selectPeriods(db, actor)
  if (filter.year)
    query = query.where('fromOn', '<=', `${filter.year}-12-31`).where('toOn', '>=', `${filter.year}-01-01`)
  return pageOf(query, filter, {
    ...{
      columns: { fromOn: 'promotionPeriod.fromOn' },
      fallback: 'fromOn',
      tieBreaker: 'promotionPeriod.id',
    },
  })
}

/** Locks a promotion period until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockPeriod(db: Database, actor: Actor, id: number) {
  const row = await selectPeriods(db, actor)
    .where('promotionPeriod.id', '=', id)
    .forUpdate('promotionPeriod')
    .executeTakeFirst()
  if (!row) throw notFound('这个促销周')
  return row
}

/** Inserts a promotion period and returns its id. */
export async function insertPeriod(db: Database, row: Insertable<PromotionPeriod>): Promise<number> {
  const { id } = await db.insertInto('promotionPeriod').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a promotion period and increments its version. The caller holds the lock and has checked the version. */
export async function updatePeriod(
  db: Database,
  id: number,
  changes: Updateable<PromotionPeriod>,
): Promise<void> {
  await db
    .updateTable('promotionPeriod')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePeriod(db: Database, id: number): Promise<void> {
  await db.deleteFrom('promotionPeriod').where('id', '=', id).execute()
}
