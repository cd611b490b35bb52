import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { MonthPage } from '#finance/monthly-financials/contract.ts'
import type { Check } from '#finance/monthly-financials/contractClosing.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of closing, by user. */
export function closingsOf({ as }: Pick<TestApp, 'as'>) {
  const url = (month: string, rest = '') => `/api/monthly-financials/${month}${rest}`
  const get = async (who: string, month: string, query = '?companyCode=001'): Promise<MonthPage> =>
    (await as(who).get(url(month, who === 'admin' ? query : ''))).data
  const checks = async (who: string, month: string, query = ''): Promise<Check[]> =>
    (await as(who).get(url(month, `/checklist${query}`))).data.items
  /** A reason for every open item that can be waived. */
  const waiveAll = async (who: string, month: string, query = '') =>
    (await checks(who, month, query))
      .filter(({ done, waivable }) => !done && waivable)
      .map(({ item }) => ({ item, reason: '已核对' }))
  const close = async (who: string, month: string, more: object = {}) => {
    const { version } = await get(who, month)
    return as(who).post(url(month, '/close'), { version, waived: await waiveAll(who, month), ...more })
  }
  const reopen = async (who: string, month: string, reason: string) => {
    const { version } = await get(who, month)
    return as(who).post(url(month, '/reopen'), { version, reason })
  }
  return { url, get, checks, waiveAll, close, reopen }
}

/** Deletes all closings, with the triggers that protect them disabled. */
export async function deleteClosings(db: Database): Promise<void> {
  for (const table of ['monthly_snapshot', 'monthly_step', 'payroll_month'].map(sql.raw)) {
    await sql`alter table ${table} disable trigger user`.execute(db)
    await sql`delete from ${table}`.execute(db)
    await sql`alter table ${table} enable trigger user`.execute(db)
  }
  await db.deleteFrom('monthlyFinancial').execute()
}

/** Notices of reopenings: recipient, title and reason. */
export async function reopeningNotices(
  db: Database,
): Promise<[name: string, title: string, why: string | null][]> {
  const { rows } = await sql<{ name: string; title: string; why: string | null }>`
    select staff.name, title ->> 'sentence' as title, text -> 'values' ->> 'text' as why
    from notice join staff on staff.id = staff_id where kind = 'monthReopening' order by notice.id`.execute(
    db,
  )
  return rows.map(({ name, title, why }) => [name, title, why])
}

/** Adds an admin to a company, with the test password of all users; returns the user name. */
export async function adminOf(db: Database, companyCode: string, username: string): Promise<string> {
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values({ companyCode, username, passwordHash, mustChangePassword: false, name: '袁朗', role: 1 })
    .execute()
  return username
}
