import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Company, CompanyLogo } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { Logo, Sender } from './contract.ts'

/** Path below which logos are served by the hex digits of their SHA-256. */
export const LOGO_PATH = '/logos'

/** SQL: the logo of the company whose code is in a column, as `Logo`; null if it has none. */
export const logoOf = (companyCode: string) => sql<Logo | null>`(
  select jsonb_build_object('address', ${sql.lit(`${LOGO_PATH}/`)} || encode(logo.digest, 'hex'),
    'width', logo.width, 'height', logo.height)
  from company_logo logo where logo.company_code = ${sql.ref(companyCode)})`

/** SQL: what documents show of the company whose code is in a column, as `Sender`. */
export const senderOf = (companyCode: string) => sql<Sender>`(
  select jsonb_build_object('name', sender.name, 'logo', ${logoOf('sender.code')},
    'payee', case when sender.payee_account is not null then jsonb_build_object(
      'bank', sender.payee_bank, 'name', sender.payee_name, 'account', sender.payee_account) end)
  from company sender where sender.code = ${sql.ref(companyCode)})`

/** The profile of a company; `lock` locks its row until the transaction ends. Throws NOT_FOUND. */
export async function getProfile(db: Database, code: string, { lock = false } = {}) {
  const query = db
    .selectFrom('company')
    .select(['code', 'name', 'shortName', 'payeeBank', 'payeeName', 'payeeAccount', 'version'])
    .select(logoOf('company.code').as('logo'))
    .where('code', '=', code)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw notFound('公司')
  return row
}

export type ProfileFields = Pick<
  Updateable<Company>,
  'name' | 'shortName' | 'payeeBank' | 'payeeName' | 'payeeAccount'
>

/** Changes fields of a profile. The caller holds the lock and has checked the version. */
export async function updateProfile(
  db: Database,
  code: string,
  fields: ProfileFields,
  at: Date,
): Promise<void> {
  await db
    .updateTable('company')
    .set({ ...fields, updatedAt: at })
    .set(nextVersion)
    .where('code', '=', code)
    .execute()
}

/** The name, size and digest of a company's logo, as the log has them; null if it has none. */
export async function findLogoFacts(db: Database, companyCode: string) {
  const row = await db
    .selectFrom('companyLogo')
    .select(['name', sql<number>`octet_length(content)`.as('bytes')])
    .select(sql<string>`encode(digest, 'hex')`.as('sha256'))
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? null
}

/** Saves the logo of a company in place of its present one. */
export async function putLogo(db: Database, row: Insertable<CompanyLogo>): Promise<void> {
  await db
    .insertInto('companyLogo')
    .values(row)
    .onConflict((conflict) => conflict.column('companyCode').doUpdateSet(row))
    .execute()
}

export async function deleteLogo(db: Database, companyCode: string): Promise<void> {
  await db.deleteFrom('companyLogo').where('companyCode', '=', companyCode).execute()
}

/** A logo's content and type by its digest; companies with the same logo share an address. */
export async function findLogo(db: Database, digest: Buffer) {
  return db
    .selectFrom('companyLogo')
    .select(['content', 'type'])
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst()
}
