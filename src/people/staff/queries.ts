import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { type Actor, hideCompany } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Staff } from '#db/tables.ts'
import { type Day, monthOf, today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersionLazy, nextVersion } from '#kit/version.ts'
import { logoOf } from '#people/companies/profile/queries.ts'
import type { StaffContacts, StaffStatus, Teams } from './contract.ts'
import type { OptionPurpose } from './options/contract.ts'
import type { FormerPay } from './pay/fields.ts'
import { payOn } from './pay/queries.ts'
import { firstDayOf, type Pay, seniorityOf } from './pay/rules.ts'
import { toStaff } from './rules.ts'

/** The columns of `staff`; pay is in `staff_pay`. A column without an entry does not compile. */
const COLUMNS: Record<Exclude<keyof Staff, FormerPay>, true> = {
  id: true,
  companyCode: true,
  username: true,
  passwordHash: true,
  mustChangePassword: true,
  name: true,
  namePinyin: true,
  mobile: true,
  employeeNo: true,
  role: true,
  parentId: true,
  hiredOn: true,
  leftOn: true,
  status: true,
  payeeBank: true,
  payeeCard: true,
  erasedAt: true,
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedBy: true,
  version: true,
}
const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

const staffColumns = names.map((name) => `staff.${name}` as const)

/** A row without the columns of former pay, which are not written any more. */
type WithoutFormerPay<T> = Omit<T, FormerPay>

/** The staff within reach of a permission: for a head the head and the team members. */
export function staffScope(actor: Actor, permission: Permission): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'staff.companyCode',
    team: (headId) => sql<SqlBool>`(staff.parent_id = ${headId} or staff.id = ${headId})`,
    own: (staffId) => sql<SqlBool>`staff.id = ${staffId}`,
  })
}

/**
 * The texts by which a sheet can name the person of a joined table, null without one. The first one, for exports, is the
 * name, or the user name if it is shared.
 */
export function personNames(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string[] | null>`case when ${column('id')} is not null then array[
    case when exists (
      select from staff namesake where namesake.company_code = ${column('companyCode')}
        and namesake.id <> ${column('id')}
        and (namesake.name = ${column('name')} or lower(namesake.username) = lower(${column('name')})))
      then ${column('username')} else ${column('name')} end,
    ${column('name')}, ${column('username')}] end`
}

/** The columns that sign-in checks; active staff only. */
function selectCredentials(db: Database) {
  return db
    .selectFrom('staff')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['staff.id', 'staff.companyCode', 'staff.username', 'staff.mobile'])
    .select(['staff.passwordHash', 'staff.mustChangePassword', 'company.status as companyStatus'])
    .where('staff.status', '=', 'active')
}

export type Credentials = Awaited<ReturnType<typeof getCredentials>>

/** The active person with this user name, which the caller has lower-cased. */
export async function findCredentials(db: Database, name: string): Promise<Credentials | undefined> {
  return selectCredentials(db).where(sql<SqlBool>`lower(staff.username) = ${name}`).executeTakeFirst()
}

/** The active person of an active company with this mobile (11 digits). */
export async function findCredentialsByMobile(
  db: Database,
  mobile: string,
): Promise<Credentials | undefined> {
  return selectCredentials(db)
    .where('staff.mobile', '=', mobile)
    .where('company.status', '=', 'active')
    .executeTakeFirst()
}

/** The credentials of an active person by id. */
export async function getCredentials(db: Database, id: number) {
  return selectCredentials(db).where('staff.id', '=', id).executeTakeFirstOrThrow()
}

/** The user's own profile. */
export async function getOwnProfile(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['staff.mobile', 'staff.role', 'company.name as companyName'])
    .select(['company.shortName as companyShortName', logoOf('company.code').as('companyLogo')])
    .where('staff.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Sets the password hash. `mustChange` forces a new password at the next sign-in, as for a one-time password. */
export async function setPassword(
  db: Database,
  id: number,
  password: { hash: string; mustChange: boolean },
  by: { id: number; at: Date },
) {
  await db
    .updateTable('staff')
    .set({
      passwordHash: password.hash,
      mustChangePassword: password.mustChange,
      updatedAt: by.at,
      updatedBy: by.id,
    })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** Replaces a hash with a stronger one of the same password, unless the password has changed since. */
export async function rehashPassword(db: Database, id: number, from: string, to: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ passwordHash: to })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .execute()
}

/** Staff with the derived columns of a list: pay on the day, name of the head, number of assigned stores. */
export function selectStaff(db: Database, on: string) {
  return db
    .selectFrom('staff')
    .leftJoin('staff as parent', 'parent.id', 'staff.parentId')
    .leftJoin('staffName as editor', 'editor.id', 'staff.updatedBy')
    .leftJoinLateral(payOn(on).as('pay'), (join) => join.onTrue())
    .select(staffColumns)
    .select(['pay.baseSalaryCents', 'pay.commissionRateBp', 'pay.kpiBaseCents'])
    .select(['pay.seniorityPayCents', 'pay.seniorityPerYearCents', 'pay.seniorityCapCents'])
    .select(['parent.name as parentName', 'editor.name as updatedByName'])
    .select((eb) =>
      eb
        .selectFrom('storeAssignment')
        .select(sql<number>`count(distinct store_id)`.as('n'))
        .whereRef('storeAssignment.staffId', '=', 'staff.id')
        .where('fromOn', '<=', on)
        .where((or) => or.or([or('toOn', 'is', null), or('toOn', '>=', on)]))
        .as('storeCount'),
    )
}

/** Adds the seniority pay of the day as an amount, whether it is fixed or depends on the years of service. */
export function withSeniority<R extends Pay & { hiredOn: Day | null; createdAt: Date }>(row: R, on: Day) {
  const { seniorityPerYearCents: _perYear, seniorityCapCents: _cap, kpiBaseCents: _kpi, ...rest } = row
  return { ...rest, seniorityPayCents: seniorityOf(row, firstDayOf(row), monthOf(on)) }
}

const ORDER = {
  columns: {
    id: 'staff.id',
    name: 'staff.namePinyin',
    username: 'staff.username',
    hiredOn: 'staff.hiredOn',
    createdAt: 'staff.createdAt',
  },
  fallback: 'id',
  tieBreaker: 'staff.id',
}

export interface StaffFilter {
  keyword?: string | undefined
  role?: number[] | undefined
  status?: StaffStatus[] | undefined
  parentId?: number[] | undefined
  teamId?: number[] | undefined
  companyCode?: string[] | undefined
}

/** The columns of a keyword search: name, pinyin and initials, user name, employee number. */
export const KEYWORD_COLUMNS = ['staff.name', 'staff.namePinyin', 'staff.username', 'staff.employeeNo']

/** A page of the staff within reach, with counts per status under the same other filters. */
export async function findStaff(
  db: Database,
  reach: Expression<SqlBool>,
  filter: StaffFilter & PageInput,
  on: string,
) {
  let query = selectStaff(db, on).where(reach).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.role) query = query.where('staff.role', 'in', filter.role)
  if (filter.parentId) query = query.where('staff.parentId', 'in', filter.parentId)
  if (filter.companyCode) query = query.where('staff.companyCode', 'in', filter.companyCode)
  if (filter.teamId) {
    const { teamId } = filter
    query = query.where((eb) => eb.or([eb('staff.id', 'in', teamId), eb('staff.parentId', 'in', teamId)]))
  }
  const counts = await query
    .clearSelect()
    .select(['staff.status', sql<number>`count(*)`.as('count')])
    .groupBy('staff.status')
    .execute()
  if (filter.status) query = query.where('staff.status', 'in', filter.status)
  const items = (await pageItems(query, filter, ORDER)).map((row) => withSeniority(row, on))
  return { items, ...sizesOf(counts, filter.status) }
}

/** One person within reach, with the derived columns; throws NOT_FOUND. */
export async function getStaff(db: Database, reach: Expression<SqlBool>, id: number, on: string) {
  const row = await selectStaff(db, on).where('staff.id', '=', id).where(reach).executeTakeFirst()
  if (!row) throw notFound('员工')
  return { ...withSeniority(row, on), storeCount: row.storeCount ?? 0 }
}

/** Locks and returns the row of a person within reach, until the transaction ends; throws NOT_FOUND. */
export async function lockStaff(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('staff')
    .select(staffColumns)
    .where('staff.id', '=', id)
    .where(reach)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** The facts about a future head that `assertHierarchy` needs; locks the row for share. */
export async function findParent(db: Database, id: number | null) {
  if (id === null) return undefined
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'parentId', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The number of staff under a head, without those who left. */
export async function countMembers(db: Database, headId: number): Promise<number> {
  const { count } = await db
    .selectFrom('staff')
    .select(sql<number>`count(*)`.as('count'))
    .where('parentId', '=', headId)
    .where('status', '!=', 'left')
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a person and returns the row. */
export async function insertStaff(db: Database, row: WithoutFormerPay<Insertable<Staff>>) {
  return db.insertInto('staff').values(row).returning(names).executeTakeFirstOrThrow()
}

/** The base itself if no person has it as user name, else with the lowest free number from 2 on. `base`: a–z and 0–9. */
export async function findFreeUsername(db: Database, base: string): Promise<string> {
  const rows = await db
    .selectFrom('staff')
    .select(sql<string>`lower(username)`.as('username'))
    .where(sql<SqlBool>`lower(username) ~ ${`^${base}[0-9]*$`}`)
    .execute()
  const taken = new Set(rows.map(({ username }) => username))
  if (!taken.has(base)) return base
  let n = 2
  while (taken.has(`${base}${n}`)) n += 1
  return `${base}${n}`
}

/** Deletes a person; fails with a foreign key violation if the person is referenced. */
export async function deleteStaff(db: Database, id: number): Promise<void> {
  await db.deleteFrom('staff').where('id', '=', id).execute()
}

/** Updates a person and returns the row. The caller holds the lock and has checked the version. */
export async function updateStaff(db: Database, id: number, changes: WithoutFormerPay<Updateable<Staff>>) {
  return db
    .updateTable('staff')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returning(names)
    .executeTakeFirstOrThrow()
}

/** The columns of a person that a `staff_state` row needs. */
interface StaffStateKey {
  id: number
  companyCode: string
}

/** Records the day from which a person is active, disabled or gone. */
export async function enterStaffState(
  db: Database,
  { id: staffId, companyCode }: StaffStateKey,
  { by, at, ...entering }: { status: StaffStatus; fromOn: Day; by: number; at: Date },
): Promise<void> {
  const row = { ...entering, staffId, companyCode, createdAt: at, createdBy: by }
  await db.insertInto('staffState').values(row).execute()
}

/** The number of other active admins of the company; locks their rows until the transaction ends. */
export async function countOtherAdmins(
  db: Database,
  person: { id: number; companyCode: string },
): Promise<number> {
  const others = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', person.companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .where('id', '!=', person.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  return others.length
}

/** Maximum number of people that a message names as those who can do something. */
const NAMED_ADMINS = 3

/** The names of the company's first active admins, for messages to users who cannot do something themselves. */
export async function findAdminNames(db: Database, companyCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('name')
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(NAMED_ADMINS)
    .execute()
  return rows.map(({ name }) => name)
}

/** The people whom the user can ask for what the user may not do: admins of the own company, and the user's head. */
export async function findContacts(db: Database, actor: Actor): Promise<StaffContacts> {
  const head = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', actor.parentId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return { admins: await findAdminNames(db, actor.companyCode), head: head?.name ?? null }
}

/** Locks and returns a person within reach; throws NOT_FOUND, or STALE unless `version` is current. */
export async function lockStaffVersion(context: Context, { id, version }: { id: number; version: number }) {
  const { db, actor, clock } = context
  const reach = staffScope(actor, 'canManageUser')
  const row = await lockStaff(db, reach, id)
  await assertVersionLazy(row, version, async () =>
    toStaff(actor, await getStaff(db, reach, id, today(clock))),
  )
  return row
}

/** The active staff within reach per company: total, counts per role, and the teams. */
export async function findTeams(db: Database, reach: Expression<SqlBool>): Promise<Teams[]> {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'parentId', 'companyCode', 'status'])
    .where(reach)
    .where('status', '!=', 'left')
    .orderBy('companyCode')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const companies = Map.groupBy(people, (person) => person.companyCode)
  return [...companies].map(([companyCode, companyStaff]) => {
    const active = companyStaff.filter((person) => person.status === 'active')
    const roles = Map.groupBy(active, (person) => person.role)
    const membersOf = (id: number) => active.filter((person) => person.parentId === id)
    // A disabled head keeps the team.
    const heads = companyStaff.filter(
      ({ id, role, parentId, status }) =>
        role === ROLES.agent && parentId === null && (status === 'active' || membersOf(id).length > 0),
    )
    return {
      companyCode,
      total: active.length,
      roles: [...roles]
        .map(([role, inRole]) => ({ role, count: inRole.length }))
        .sort((a, b) => a.role - b.role),
      teams: heads.map(({ id, name, status }) => ({
        id,
        name,
        isActive: status === 'active',
        members: membersOf(id),
      })),
    }
  })
}

const MAX_OPTIONS = 200

/**
 * Staff options for a purpose, at most 200: heads, sales and admins, admins and finance, agents within reach, or all.
 * Inactive staff are included only if requested by id.
 */
export async function findStaffOptions(
  db: Database,
  actor: Actor,
  purpose: OptionPurpose,
  filter: {
    keyword?: string | undefined
    id?: number[] | undefined
    companyCode?: string | undefined
    exceptId?: number | undefined
  },
) {
  let query = db
    .selectFrom('staff')
    .select(['staff.id', 'staff.name'])
    .where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.id) query = query.where('staff.id', 'in', filter.id)
  else query = query.where('staff.status', '=', 'active')
  if (filter.exceptId) query = query.where('staff.id', '!=', filter.exceptId)
  if (purpose === 'owner') query = query.where('role', 'in', [ROLES.sales, ROLES.admin])
  else if (purpose === 'reviewer') query = query.where('role', 'in', [ROLES.admin, ROLES.finance])
  else if (purpose !== 'anyone') query = query.where('role', '=', ROLES.agent)
  if (purpose === 'parent' || purpose === 'leader') query = query.where('parentId', 'is', null)
  // A member hands a shift of their own to a teammate, so only the team is offered.
  if (purpose === 'agent' && actor.parentId !== null) query = query.where('parentId', '=', actor.parentId)
  else if (purpose === 'agent') query = query.where(staffScope(actor, 'canAssignStore'))
  const company = hideCompany(actor) ? actor.companyCode : filter.companyCode
  // Agents may belong to any company within reach; heads and owners to one company, by default the actor's.
  if (company || purpose !== 'agent') query = query.where('companyCode', '=', company ?? actor.companyCode)
  return query.orderBy('staff.namePinyin').orderBy('staff.id').limit(MAX_OPTIONS).execute()
}
