import { type SqlBool, sql } from 'kysely'
import { reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { today } from '#kit/calendar.ts'
import {
  type CellReading,
  MAX_NAMES,
  type NamingCell,
  type RecordLookup,
  type RecordSheet,
  type RecordsWanted,
  type RowValues,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { personNames, selectStaff, staffScope, withSeniority } from './queries.ts'
import { staffSheetColumns } from './sheetColumns.ts'

/**
 * The staff of the row's company whose name or user name matches a cell: those who are active, otherwise, for an agent,
 * those who are not.
 */
async function findPeople({ db }: Context, { text, companyCode, column }: NamingCell) {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'status'])
    .where('companyCode', '=', companyCode)
    .where(sql<SqlBool>`(lower(username) = ${text.toLowerCase()} or name = ${text})`)
    .execute()
  const active = people.filter(({ status }) => status === 'active')
  return active.length === 0 && column.people === 'agents' ? people : active
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

async function findPerson(context: Context, named: NamingCell): Promise<CellReading> {
  const {
    newUsernames,
    column: { header },
    text,
  } = named
  const found = await findPeople(context, named)
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

/** Lookup of people of the row's company by name or user name. */
export const personLookup: RecordLookup = {
  names: (context, { column }) => findNames(context, column.people ?? 'heads'),
  find: findPerson,
}

/** People within reach in the format of the sheet; an export contains those of the own company who have not left. */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const on = today(clock)
  const query = selectStaff(db, on)
    .select(personNames('parent').as('parentNames'))
    .where(staffScope(actor, 'canManageUser'))
  const rows = await ('ids' in wanted
    ? query.where('staff.id', 'in', [...wanted.ids])
    : query
        .where('staff.companyCode', '=', actor.companyCode)
        .where('staff.status', '!=', 'left')
        .orderBy('staff.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map((row) => {
    const { passwordHash: _, parentNames, ...person } = row
    const role = isHead(row) ? 'head' : row.role
    return { id: row.id, values: { ...withSeniority(person, on), role }, names: { parentId: parentNames } }
  })
}

const isHead = ({ role, parentId }: { role: number; parentId: number | null }) =>
  role === ROLES.agent && parentId === null

/** Turns 组长 into the role and no head; returns a problem if the row also names a head. */
function interpretRole({ cell, values }: RowValues): Sentence | undefined {
  if (values.role !== 'head') return undefined
  if (cell('parentId') !== '' && values.parentId !== null) {
    return { sentence: '组长没有所属组长：请把“所属组长”留空，或把角色填为客服。' }
  }
  values.role = ROLES.agent
  values.parentId = null
  return undefined
}

/** The staff sheet: the user name identifies a person; rows without a head are written before rows that name one. */
export const staffSheet: RecordSheet = {
  columns: staffSheetColumns,
  keys: ['username'],
  identifiedBy: [['username']],
  find: async (context, { cell }) => ({ id: (await findStaffByUsername(context, cell('username')))?.id }),
  records: findRecords,
  interpret: interpretRole,
  keyOf: (cell) => cell('username'),
  writeOrder: () => (cell) => (cell('parentId') ? 1 : 0),
  signsIn: true,
}
