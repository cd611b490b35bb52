import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { type AuditLine, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { getCustomerCompany } from './queries.ts'
import { assertThresholds } from './rules.ts'
import { type ChosenThresholds, findThresholds, limitsOf, putThresholds } from './thresholdQueries.ts'
import { warningThresholds } from './thresholdsContract.ts'

async function readCompany(db: Database, { companyCode }: Actor) {
  const { version, updatedAt, updatedByName, ...chosen } = await findThresholds(db, companyCode, null)
  return { ...limitsOf(chosen), version, updatedAt: updatedAt?.toISOString() ?? null, updatedByName }
}

const companyOf = ({ db, actor, clock }: Context, permission: Permission, id: number) =>
  getCustomerCompany(db, customerScope(actor, permission, today(clock)), id)

async function readCustomer(db: Database, customerId: number, companyCode: string) {
  const { updatedAt, ...customerThresholds } = await findThresholds(db, companyCode, customerId)
  const company = limitsOf(await findThresholds(db, companyCode, null))
  return { customerId, ...customerThresholds, updatedAt: updatedAt?.toISOString() ?? null, company }
}

interface ThresholdsInput {
  companyCode: string
  customerId: number | null
  chosen: ChosenThresholds
  version: number
}

/** Saves thresholds with an audit line; throws STALE. */
async function saveThresholds(
  { db, actor, clock, record }: Context,
  choosing: ThresholdsInput,
): Promise<void> {
  const { companyCode, customerId, chosen, version } = choosing
  const {
    version: _v,
    updatedAt: _a,
    updatedByName: _b,
    ...before
  } = await findThresholds(db, companyCode, customerId)
  const isSaved = await putThresholds(
    db,
    { companyCode, customerId, chosen, by: actor.id, at: clock() },
    version,
  )
  if (!isSaved) throw new AppError('STALE', '预警阈值刚被别人修改过，请刷新后再改。')
  const line: AuditLine = {
    action: 'update',
    ...(customerId === null
      ? { entity: 'warning-threshold', recordId: companyCode }
      : { entity: 'customer-threshold', recordId: customerId }),
    changes: changesBetween(before, { ...chosen }),
    companyCode,
  }
  record(line)
}

export const warningThresholdsServer = serve(warningThresholds, {
  get: ({ db, actor }) => readCompany(db, actor),

  set: async (context, { version, ...chosen }) => {
    assertThresholds(chosen)
    const { companyCode } = context.actor
    await saveThresholds(context, { companyCode, customerId: null, chosen, version })
    return readCompany(context.db, context.actor)
  },

  ofCustomer: async (context, { id }) => {
    const companyCode = await companyOf(context, 'canReadCustomer', id)
    return readCustomer(context.db, id, companyCode)
  },

  setOfCustomer: async (context, { id, version, ...chosen }) => {
    const { db } = context
    const companyCode = await companyOf(context, 'canUpdateCustomer', id)
    assertThresholds(limitsOf(chosen, limitsOf(await findThresholds(db, companyCode, null))))
    await saveThresholds(context, { companyCode, customerId: id, chosen, version })
    return readCustomer(db, id, companyCode)
  },
})
