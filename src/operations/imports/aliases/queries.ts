import type { Insertable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ImportAlias } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'
import type { ImportAlias as Alias } from './contract.ts'

type AliasFields = Pick<Alias, 'header' | 'platform' | 'field'>

/** Returns the aliases that a company has added to the built-in ones. */
export async function findAliases(db: Database, companyCode: string): Promise<AliasFields[]> {
  const rows = await db
    .selectFrom('importAlias')
    .select(['header', 'platform', 'field'])
    .where('companyCode', '=', companyCode)
    .orderBy('id')
    .execute()
  // All rows were validated by the contract, which allows known platforms and fields only.
  return rows as AliasFields[]
}

/** Returns the added aliases within reach with their authors, newest first. */
export async function findAddedAliases(db: Database, actor: Actor) {
  return selectAliases(db)
    .where(scope(actor, 'canAdmin', { company: 'importAlias.companyCode' }))
    .orderBy('importAlias.id', 'desc')
    .execute()
}

/** Returns an added alias within reach; throws NOT_FOUND. */
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
    .leftJoin('staffName as staff', 'staff.id', 'importAlias.createdBy')
    .selectAll('importAlias')
    .select('staff.name as createdByName')
}

/** Inserts an alias and returns its id. */
export async function insertAlias(db: Database, row: Insertable<ImportAlias>): Promise<number> {
  const { id } = await db.insertInto('importAlias').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteAlias(db: Database, id: number): Promise<void> {
  await db.deleteFrom('importAlias').where('id', '=', id).execute()
}
