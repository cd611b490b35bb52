import { openChurnRecord } from '#clients/churn-records/queries.ts'
import type { Via } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { OpeningCustomer } from './contractOpening.ts'
import { createCustomer } from './edit.ts'
import { lossOf } from './rulesOfOpening.ts'

/** Creates a customer from an imported row; if it was lost before, also its confirmed churn record. */
export async function importExistingCustomer(context: Context, input: object, via: Via) {
  const { churnedOn, churnReason, ...fields } = validate(OpeningCustomer, input)
  const loss = lossOf({ ...fields, churnedOn, churnReason }, today(context.clock))
  const made = await createCustomer(context, fields, via)
  if (!loss) return made
  const { actor, clock, record } = context
  await openChurnRecord(context.db, {
    ...{ companyCode: made.companyCode, subject: 'customer', subjectId: made.id, state: 'churned' },
    ...{ detectedOn: loss.on, stopOn: loss.on, reason: loss.reason, takenOver: true },
    ...{ actorId: actor.id, at: clock(), record: (line) => record({ ...line, via }) },
  })
  return made
}
