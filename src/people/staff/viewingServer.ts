import type { AuditLine } from '#kit/audit.ts'
import { AppError } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { getCompanyStatus, setViewing } from '#people/sessions/queries.ts'
import { mayViewAs } from '#people/sessions/rules.ts'
import { viewing } from './contract.ts'
import { lockStaff, staffScope } from './queries.ts'

/** The audit line in the viewed person's log, with both names. */
function auditLine(
  action: string,
  viewed: { id: number; name: string; companyCode: string },
  viewer: string,
) {
  const changes: AuditLine['changes'] = { viewer: [null, viewer], viewed: [null, viewed.name] }
  return { action, entity: 'staff' as const, recordId: viewed.id, companyCode: viewed.companyCode, changes }
}

const sessionToken = ({ tokenHash }: Context) => {
  if (!tokenHash) throw new Error('a person without a session')
  return tokenHash
}

/** Serves viewing the console as another user. */
export const viewingServer = serve(viewing, {
  begin: async (context, { id }) => {
    const { db, actor, record } = context
    const person = await lockStaff(db, staffScope(actor, 'canAdmin'), id)
    const companyStatus = await getCompanyStatus(db, person.companyCode)
    if (!mayViewAs(actor, { ...person, companyStatus })) {
      throw new AppError('WRONG_STATE', '只能以其他在职员工的身份查看。')
    }
    await setViewing(db, sessionToken(context), id)
    record(auditLine('begin-viewing', person, actor.name))
    return null
  },

  end: async (context) => {
    const { db, actor, record } = context
    if (!actor.viewer) throw new AppError('WRONG_STATE', '您没有在以别人的身份查看。')
    await setViewing(db, sessionToken(context), null)
    record(auditLine('end-viewing', actor, actor.viewer.name))
    return null
  },
})
