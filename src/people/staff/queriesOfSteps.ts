import type { Expression, SqlBool } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Teams } from './contract.ts'

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
        ...{ id, name, isActive: status === 'active' },
        members: membersOf(id),
      })),
    }
  })
}
