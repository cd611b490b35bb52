import { type Insertable, type SqlBool, sql } from 'kysely'
import { type Actor, hideCompany } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Company } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import type { CompanyStatus } from './contract.ts'

/** Companies with their number of active staff. */
function selectCompanies(db: Database) {
  return db
    .selectFrom('company')
    .select(['code', 'name', 'status', 'createdAt', 'version'])
    .select(
      sql<number>`(select count(*) from staff
        where staff.company_code = company.code and staff.status = 'active')`.as('staffCount'),
    )
}

/** One page of companies; empty for actors from whom companies are hidden. */
export async function findCompanies(db: Database, actor: Actor, input: PageInput) {
  const query = selectCompanies(db).where(hideCompany(actor) ? sql<SqlBool>`false` : sql<SqlBool>`true`)
  return pageOf(query, input, {
    columns: { code: 'company.code' },
    fallback: 'code',
    tieBreaker: 'company.code',
  })
}

/** One company; `lock` locks its row until the transaction ends. Throws NOT_FOUND. */
export async function getCompany(db: Database, code: string, { lock = false } = {}) {
  const query = selectCompanies(db).where('code', '=', code)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw notFound('公司')
  return row
}

export async function insertCompany(db: Database, row: Insertable<Company>): Promise<void> {
  await db.insertInto('company').values(row).execute()
}

/** Sets the status of a company. The caller holds the lock and has checked the version. */
export async function setStatus(db: Database, code: string, status: CompanyStatus, at: Date): Promise<void> {
  await db
    .updateTable('company')
    .set({ status, updatedAt: at })
    .set(nextVersion)
    .where('code', '=', code)
    .execute()
}
