import type { KeyObject } from 'node:crypto'
import { HEADQUARTERS } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { AppError } from '#kit/errors.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { insertCompany } from '#people/companies/queries.ts'
import { assertGoodPassword } from '#people/sessions/rules.ts'
import { insertStaff } from '#people/staff/queries.ts'
import { writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { type Settings, StartError } from './settings.ts'

/** The first admin's credentials, printed for the operator. */
export interface FirstAdmin {
  username: string
  /** Shown once; null if the password was set by ADMIN_PASSWORD. */
  oneTimePassword: string | null
}

/** Whether the database contains no staff. */
export async function hasNoStaff(db: Database): Promise<boolean> {
  return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Creates company 001 and its admin, with the password of the settings or with a random one that must be changed at the
 * first sign-in.
 */
export async function createFirstAdmin(
  db: Database,
  settings: Settings,
  now: Date,
  auditKey: KeyObject,
): Promise<FirstAdmin> {
  const { username, password } = settings.admin
  if (password) assertAcceptable(password, username)
  const secret = password ?? oneTimePassword()
  await insertCompany(db, { code: HEADQUARTERS, name: settings.title, createdAt: now, updatedAt: now })
  const name = '管理员'
  const { id } = await insertStaff(db, {
    companyCode: HEADQUARTERS,
    username,
    name,
    namePinyin: searchPinyin(name),
    role: ROLES.admin,
    passwordHash: await hashPassword(secret),
    mustChangePassword: password === undefined,
    createdAt: now,
    updatedAt: now,
  })
  const line = { action: 'create', entity: 'staff' as const, recordId: id, companyCode: HEADQUARTERS }
  await writeSystemAudit(
    db,
    { ...line, changes: { username: [null, username], role: [null, ROLES.admin] } },
    now,
    auditKey,
  )
  return { username, oneTimePassword: password === undefined ? secret : null }
}

function assertAcceptable(password: string, username: string): void {
  try {
    assertGoodPassword(password, username)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StartError(`设置 ADMIN_PASSWORD 不能用：${error.message} 请改正后重新启动。`)
  }
}
