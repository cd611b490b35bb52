import type { ChurnReason } from '#clients/churn-records/contract.ts'
import { openChurnRecord } from '#clients/churn-records/queries.ts'
import { customerReach } from '#clients/scopes.ts'
import type { Via } from '#kit/audit.ts'
import { type Day, today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { CustomerChanges } from './contract.ts'
import { OpeningCustomer } from './contractOpening.ts'
import { createCustomer, removeCustomer, updateCustomer } from './edit.ts'
import { customerFields } from './fields.ts'
import { conflicts } from './rules.ts'

/** Creates a customer from an imported row; if it was lost before, also its confirmed churn record. */
async function importExistingCustomer(context: Context, input: object, via: Via) {
  const { churnedOn, churnReason, ...fields } = validate(OpeningCustomer, input)
  const loss = lossOf({ ...fields, churnedOn, churnReason }, today(context.clock))
  const made = await createCustomer(context, fields, via)
  if (!loss) return made
  const { actor, clock, record } = context
  await openChurnRecord(context.db, {
    companyCode: made.companyCode,
    subject: 'customer',
    subjectId: made.id,
    state: 'churned',
    detectedOn: loss.on,
    stopOn: loss.on,
    reason: loss.reason,
    takenOver: true,
    actorId: actor.id,
    at: clock(),
    record: (line) => record({ ...line, via }),
  })
  return made
}

/** Writes customers for the tools that handle any kind of record. */
export const customerEditor: RecordEditor = {
  entity: 'customer',
  needs: 'canUpdateCustomer',
  conflicts,
  changes: CustomerChanges,
  bulk: keysWhere(customerFields, 'bulk'),
  find: async ({ db, actor, clock }, ids) => {
    const rows = await db
      .selectFrom('customer')
      .selectAll()
      .where('customer.id', 'in', [...ids])
      .where(customerReach(actor, 'canUpdateCustomer', clock).customers)
      .execute()
    return rows.map(({ id, version, name, companyCode, ...values }) => ({
      id,
      version,
      name,
      companyCode,
      values: { ...values, name },
    }))
  },
  create: importExistingCustomer,
  update: (context, changes, via) => updateCustomer(context, validate(CustomerChanges, changes), via),
  remove: removeCustomer,
}

/**
 * Day and reason of the loss of an imported customer; null if it was not lost. Throws INVALID if the day or the reason
 * is missing or impossible, or is given for a customer that was not lost.
 */
function lossOf(
  { status, contractStartOn, churnedOn, churnReason }: OpeningCustomer,
  today: Day,
): { on: Day; reason: ChurnReason } | null {
  if (status !== 'churned') {
    if (churnedOn || churnReason) {
      throw invalidField('status', '填了流失日期或流失原因，请把状态填为“已流失”。')
    }
    return null
  }
  if (!contractStartOn)
    throw invalidField('contractStartOn', '已流失的客户需要合同开始日期，用来计算服务天数。')
  if (!churnedOn) throw invalidField('churnedOn', '已流失的客户需要流失日期。')
  if (!churnReason) throw invalidField('churnReason', '已流失的客户需要流失原因。')
  if (churnedOn > today) throw invalidField('churnedOn', '流失日期不能晚于今天。')
  if (churnedOn < contractStartOn) throw invalidField('churnedOn', '流失日期不能早于合同开始日期。')
  return { on: churnedOn, reason: churnReason }
}
