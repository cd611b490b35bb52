import { notFound } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { deleteSessionsOf } from '#people/sessions/queries.ts'
import { lockStaff, staffScope } from '#people/staff/queries.ts'
import { devices } from './contract.ts'
import { deleteDevice, findDevices, getSignInFacts } from './deviceQueries.ts'
import { deviceOf } from './userAgent.ts'

const auditLine = (action: string, recordId: number, companyCode: string) => ({
  action,
  entity: 'staff' as const,
  recordId,
  companyCode,
  changes: {},
})

/** Serves the user's own sessions, and session counts and revocation for staff within reach. */
export const devicesServer = serve(devices, {
  list: async ({ db, actor, clock, tokenHash }) => {
    const rows = await findDevices(db, actor.id, clock())
    return rows.map(({ tokenHash: rowTokenHash, userAgent, createdAt, seenAt, ...row }) => ({
      ...row,
      ...deviceOf(userAgent ?? ''),
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      current: tokenHash !== undefined && rowTokenHash.equals(tokenHash),
    }))
  },

  revoke: async ({ db, actor, record }, { id }) => {
    await deleteDevice(db, actor.id, id)
    record(auditLine('revoke-session', actor.id, actor.companyCode))
    return null
  },

  revokeOthers: async ({ db, actor, record, tokenHash }) => {
    const count = await deleteSessionsOf(db, actor.id, tokenHash)
    record(auditLine('revoke-other-sessions', actor.id, actor.companyCode))
    return { count }
  },

  ofStaff: async ({ db, actor, clock }, { id }) => {
    const reached = await db
      .selectFrom('staff')
      .select('id')
      .where('id', '=', id)
      .where(staffScope(actor, 'canManageUser'))
      .executeTakeFirst()
    if (!reached) throw notFound('员工')
    return getSignInFacts(db, id, clock())
  },

  revokeOfStaff: async ({ db, actor, record }, { id }) => {
    const person = await lockStaff(db, staffScope(actor, 'canManageUser'), id)
    const count = await deleteSessionsOf(db, id)
    record(auditLine('revoke-sessions', id, person.companyCode))
    return { count }
  },
})
