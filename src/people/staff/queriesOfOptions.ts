import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { keywordIn } from '#kit/list.ts'
import type { OptionPurpose } from './contract.ts'
import { KEYWORD_COLUMNS, staffScope } from './queries.ts'

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
