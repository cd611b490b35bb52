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

/** What is everybody's, and the company's own. */
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

/** A page of the days, of a year or of all; the next ones last. */
export async function findHolidays(db: Database, actor: Actor, filter: Filter) {
  let query = selectHolidays(db, actor)
  if (filter.year)
    query = query.where('onDay', '>=', `${filter.year}-01-01`).where('onDay', '<=', `${filter.year}-12-31`)
  return pageOf(query, filter, {
    ...{ columns: { on: 'holiday.onDay' }, fallback: 'on', tieBreaker: 'holiday.id' },
  })
}

/** One day, locked until the transaction ends; throws NOT_FOUND. */
export async function lockHoliday(db: Database, actor: Actor, id: number) {
  const row = await selectHolidays(db, actor)
    .where('holiday.id', '=', id)
    .forUpdate('holiday')
    .executeTakeFirst()
  if (!row) throw notFound('这个节假日')
  return row
}

/** Adds days; answers their numbers. */
export async function insertHolidays(db: Database, rows: Insertable<Holiday>[]): Promise<number[]> {
  const added = await db.insertInto('holiday').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

/** Changes a day whose version was checked under the lock. */
export async function updateHoliday(db: Database, id: number, changes: Updateable<Holiday>): Promise<void> {
  await db
    .updateTable('holiday')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Removes a day. */
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

/** A page of the sales that touch a year, or of all. */
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

/** One sale, locked until the transaction ends; throws NOT_FOUND. */
export async function lockPeriod(db: Database, actor: Actor, id: number) {
  const row = await selectPeriods(db, actor)
    .where('promotionPeriod.id', '=', id)
    .forUpdate('promotionPeriod')
    .executeTakeFirst()
  if (!row) throw notFound('这个促销周')
  return row
}

/** Adds a sale; answers its number. */
export async function insertPeriod(db: Database, row: Insertable<PromotionPeriod>): Promise<number> {
  const { id } = await db.insertInto('promotionPeriod').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a sale whose version was checked under the lock. */
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

/** Removes a sale. */
export async function deletePeriod(db: Database, id: number): Promise<void> {
  await db.deleteFrom('promotionPeriod').where('id', '=', id).execute()
}
