import type { Insertable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ImportAlias } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'
import type { ImportAlias as Alias } from './contract.ts'

type Names = Pick<Alias, 'header' | 'platform' | 'field'>

/** What a company has added to the reader's table. */
export async function findAliases(db: Database, companyCode: string): Promise<Names[]> {
  const rows = await db
    .selectFrom('importAlias')
    .select(['header', 'platform', 'field'])
    .where('companyCode', '=', companyCode)
    .orderBy('id')
    .execute()
  // Written through the contract only, which knows no other platform and field.
  return rows as Names[]
}

/** The additions within reach, the newest first, with who made them. */
export async function findOwnAliases(db: Database, actor: Actor) {
  return selectAliases(db)
    .where(scope(actor, 'canAdmin', { company: 'importAlias.companyCode' }))
    .orderBy('importAlias.id', 'desc')
    .execute()
}

/** One addition within reach; throws NOT_FOUND. */
export async function getAlias(db: Database, actor: Actor, id: number) {
  const row = await selectAliases(db)
    .where('importAlias.id', '=', id)
    .where(scope(actor, 'canAdmin', { company: 'importAlias.companyCode' }))
    .executeTakeFirst()
  if (!row) throw notFound('这个表头别名')
  return row
}

function selectAliases(db: Database) {
  return db
    .selectFrom('importAlias')
    .leftJoin('staff', 'staff.id', 'importAlias.createdBy')
    .selectAll('importAlias')
    .select('staff.name as createdByName')
}

/** Adds an alias; answers its id. */
export async function insertAlias(db: Database, row: Insertable<ImportAlias>): Promise<number> {
  const { id } = await db.insertInto('importAlias').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Removes an alias. */
export async function deleteAlias(db: Database, id: number): Promise<void> {
  await db.deleteFrom('importAlias').where('id', '=', id).execute()
}
