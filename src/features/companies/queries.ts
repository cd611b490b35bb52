import type { Insertable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Company } from '#db/tables.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'

/** The companies as a filter lists them; none for whom the company column does not exist. */
export async function findCompanies(db: Database, actor: Actor, input: PageInput) {
  const query = db
    .selectFrom('company')
    .select(['code', 'name', 'status'])
    .where(hideCompany(actor) ? sql<SqlBool>`false` : sql<SqlBool>`true`)
  return pageOf(query, input, {
    columns: { code: 'company.code' },
    fallback: 'code',
    tieBreaker: 'company.code',
  })
}

/** Adds a company. */
export async function insertCompany(db: Database, row: Insertable<Company>): Promise<void> {
  await db.insertInto('company').values(row).execute()
}
