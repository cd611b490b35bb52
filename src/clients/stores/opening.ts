import { openChurnRecord } from '#clients/churn-records/queries.ts'
import type { Via } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { OpeningStore } from './contractOpening.ts'
import { createStore } from './edit.ts'
import { splitTerms } from './openingTerms.ts'
import { stopOf } from './rulesOfOpening.ts'
import { TermsInput } from './terms/contract.ts'
import { addTerms } from './terms/edit.ts'

/**
 * Creates a store from an imported row, with the price if the row contains one. A store that stopped before also gets
 * its confirmed churn record, but no billing proposal.
 */
export async function importExistingStore(context: Context, input: object, via: Via) {
  const { store: row, terms } = splitTerms({ ...input })
  const { churnReason, ...fields } = validate(OpeningStore, row)
  const stop = stopOf({ ...fields, churnReason }, today(context.clock))
  const made = await createStore(context, fields, via)
  if (terms) await addTerms(context, made, validate(TermsInput, terms))
  if (!stop) return made
  const { actor, clock, record } = context
  await openChurnRecord(context.db, {
    ...{ companyCode: made.companyCode, subject: 'store', subjectId: made.id, state: 'churned' },
    ...{ detectedOn: stop.on, stopOn: stop.on, reason: stop.reason, takenOver: true },
    ...{ actorId: actor.id, at: clock(), record: (line) => record({ ...line, via }) },
  })
  return made
}
