import type { Insertable, Selectable } from 'kysely'
import type * as z from 'zod'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Staff } from '#db/tables.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion } from '#kit/version.ts'
import { assertSettable } from '#people/books/rules.ts'
import { deleteSessionsOfCompany } from '#people/sessions/queries.ts'
import { type Company, companies } from './contract.ts'
import * as queries from './queries.ts'
import { assertHeadquarters, assertMayDisable, assertMayEnable, conflicts } from './rules.ts'

type All = Handlers<typeof companies>
type Row = Awaited<ReturnType<typeof queries.getCompany>>

function toCompany(row: Row): Company {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** Inserts the first admin of a company and returns the row. The app supplies it: this feature may not import staff. */
export type InsertStaff = (
  db: Database,
  row: StaffWithoutPay<Insertable<Staff>>,
) => Promise<StaffWithoutPay<Selectable<Staff>>>

/** A staff row without the pay columns: pay has effective dates and is entered later. */
type StaffWithoutPay<Row> = Omit<Row, 'baseSalaryCents' | 'seniorityPayCents' | 'commissionRateBp'>

/** Creates the company and its first admin in one transaction. The password is hashed before it begins. */
const createWith = (insertStaff: InsertStaff): All['create'] => ({
  ownTransaction: async ({ actor, clock: now }, { code, name, booksFrom, ...admin }, transact) => {
    assertHeadquarters(actor)
    if (booksFrom) assertSettable('booksFrom', booksFrom, today(now))
    const password = oneTimePassword()
    const passwordHash = await hashPassword(password)
    return transact(async ({ db, clock, record }) => {
      await queries.insertCompany(db, {
        code,
        name,
        booksFrom: booksFrom ? `${booksFrom}-01` : null,
        createdAt: clock(),
        updatedAt: clock(),
      })
      const person = await insertStaff(db, {
        companyCode: code,
        username: admin.adminUsername,
        name: admin.adminName,
        namePinyin: searchPinyin(admin.adminName, true),
        mobile: admin.adminMobile ?? null,
        role: ROLES.admin,
        passwordHash,
        ...createdNow({ actor, clock }),
        ...updatedNow({ actor, clock }),
      })
      const of = { recordId: code, companyCode: code }
      record({
        ...of,
        action: 'create',
        entity: 'company',
        changes: { name: [null, name], ...(booksFrom && { booksFrom: [null, booksFrom] }) },
      })
      const changes = changesBetween({}, person)
      record({ action: 'create', entity: 'staff', recordId: person.id, companyCode: code, changes })
      const company = toCompany(await queries.getCompany(db, code))
      return { company, admin: person, oneTimePassword: password }
    })
  },
})

/** Disables or enables a company. Throws FORBIDDEN, NOT_FOUND, WRONG_STATE, and STALE unless `version` is current. */
async function changeStatus(
  { db, actor, clock, record }: Context,
  { code, version }: { code: string; version: number },
  to: { action: 'disable' | 'enable'; status: Company['status']; assertMay: (row: Row) => void },
) {
  assertHeadquarters(actor)
  const before = await queries.getCompany(db, code, { lock: true })
  assertVersion(before, version, toCompany)
  to.assertMay(before)
  await queries.setStatus(db, code, to.status, clock())
  const changes = { status: [before.status, to.status] as [string, string] }
  record({ action: to.action, entity: 'company', recordId: code, companyCode: code, changes })
  return toCompany(await queries.getCompany(db, code))
}

/** A page of the companies; none for other users than admins of the headquarters. */
export async function listCompanies(
  { db, actor }: Context,
  query: z.output<typeof companies.list.input>,
): Promise<{ items: Company[]; total: number }> {
  const { items, total } = await queries.findCompanies(db, actor, query)
  return { items: items.map(toCompany), total }
}

export const companiesServer = ({ insertStaff }: { insertStaff: InsertStaff }) =>
  serve(
    companies,
    {
      list: listCompanies,

      create: createWith(insertStaff),

      disable: async (context, input) => {
        const company = await changeStatus(context, input, {
          action: 'disable',
          status: 'disabled',
          assertMay: assertMayDisable,
        })
        await deleteSessionsOfCompany(context.db, company.code)
        return company
      },

      enable: (context, input) =>
        changeStatus(context, input, { action: 'enable', status: 'active', assertMay: assertMayEnable }),
    },
    conflicts,
  )
