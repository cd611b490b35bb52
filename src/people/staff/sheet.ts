import { type SqlBool, sql } from 'kysely'
import { reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import {
  type CellReading,
  MAX_NAMES,
  type NamingCell,
  type RecordLookup,
  type RecordSheet,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { staffScope } from './queries.ts'
import { staffSheetColumns } from './sheetColumns.ts'

/** The active staff of the user's company whose name or user name matches a cell. */
async function findPeople({ db, actor }: Context, name: string): Promise<{ id: number }[]> {
  return db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where('status', '=', 'active')
    .where(sql<SqlBool>`(lower(username) = ${name.toLowerCase()} or name = ${name})`)
    .execute()
}

/**
 * The names by which a sheet can refer to the company's sellers, heads, or agents within reach: the name, or the user
 * name if several people share the name.
 */
async function findNames({ db, actor }: Context, who: 'owners' | 'heads' | 'agents'): Promise<string[]> {
  const active = db
    .selectFrom('staff')
    .select(['id', 'username', 'name', 'role', 'parentId', 'namePinyin'])
    .select(sql<boolean>`count(*) over (partition by name) > 1`.as('isShared'))
    .where('companyCode', '=', actor.companyCode)
    .where('status', '=', 'active')
  const people = await db
    .selectFrom(active.as('person'))
    .select(['username', 'name', 'isShared'])
    .where((eb) => {
      if (who === 'owners') return eb('role', 'in', [ROLES.sales, ROLES.admin])
      const agents = eb('role', '=', ROLES.agent)
      if (who === 'heads') return eb.and([agents, eb('parentId', 'is', null)])
      const isTeam = reachOf(actor, 'canAssignStore') === 'team'
      return isTeam
        ? eb.and([agents, eb.or([eb('id', '=', actor.id), eb('parentId', '=', actor.id)])])
        : agents
    })
    .orderBy('namePinyin')
    .orderBy('username')
    .limit(MAX_NAMES)
    .execute()
  return people.map(({ username, name, isShared }) => (isShared ? username : name))
}

/** The staff member with this user name, within reach. */
async function findStaffByUsername({ db, actor }: Context, username: string) {
  return db
    .selectFrom('staff')
    .select('id')
    .where(sql<SqlBool>`lower(username) = ${username.toLowerCase()}`)
    .where(staffScope(actor, 'canManageUser'))
    .executeTakeFirst()
}

async function findPerson(
  context: Context,
  { newUsernames, column: { header }, text }: NamingCell,
): Promise<CellReading> {
  const found = await findPeople(context, text)
  const [only] = found
  if (only && found.length === 1) return { value: only.id }
  if (found.length > 1) {
    return {
      problem: {
        sentence: '{header}“{text}”有 {n} 位同名，请改填用户名。',
        values: { header, text, n: found.length },
      },
    }
  }
  if (newUsernames.has(text.toLowerCase())) return undefined
  return {
    problem: {
      sentence: '{header}“{text}”不在本公司在职人员里，请填姓名或用户名。',
      values: { header, text },
    },
  }
}

/** Lookup of people of the user's company by name or user name. */
export const personLookup: RecordLookup = {
  names: (context, { column }) => findNames(context, column.people ?? 'heads'),
  find: findPerson,
}

/** The staff sheet: the user name identifies a person; rows without a head are written before rows that name one. */
export const staffSheet: RecordSheet = {
  columns: staffSheetColumns,
  find: async (context, { cell }) => ({ id: (await findStaffByUsername(context, cell('username')))?.id }),
  keyOf: (cell) => cell('username'),
  writeOrder: () => (cell) => (cell('parentId') ? 1 : 0),
  signsIn: true,
}
