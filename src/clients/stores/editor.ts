import type { ChurnReason } from '#clients/churn-records/contract.ts'
import { openChurnRecord } from '#clients/churn-records/queries.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Via } from '#kit/audit.ts'
import { type Day, today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { StoreChanges } from './contract.ts'
import { OpeningStore } from './contractOpening.ts'
import { createStore, updateStore } from './edit.ts'
import { storeFields } from './fields.ts'
import { conflicts } from './rules.ts'
import { TermsInput } from './terms/contract.ts'
import { addTerms } from './terms/edit.ts'
import { pricingFrom } from './terms/rules.ts'

/**
 * Creates a store from an imported row, with the price if the row contains one. A store that stopped before also gets
 * its confirmed churn record, but no billing proposal.
 */
async function importExistingStore(context: Context, input: object, via: Via) {
  const { store: row, terms } = splitTerms({ ...input })
  const { churnReason, ...fields } = validate(OpeningStore, row)
  const stop = stopOf({ ...fields, churnReason }, today(context.clock))
  const made = await createStore(context, fields, via)
  if (terms) await addTerms(context, made, validate(TermsInput, terms), via)
  if (!stop) return made
  const { actor, clock, record } = context
  await openChurnRecord(context.db, {
    companyCode: made.companyCode,
    subject: 'store',
    subjectId: made.id,
    state: 'churned',
    detectedOn: stop.on,
    stopOn: stop.on,
    reason: stop.reason,
    takenOver: true,
    actorId: actor.id,
    at: clock(),
    record: (line) => record({ ...line, via }),
  })
  return made
}

/** Writes stores for the tools that handle any kind of record. */
export const storeEditor: RecordEditor = {
  entity: 'store',
  needs: 'canUpdateStore',
  conflicts,
  changes: StoreChanges,
  bulk: keysWhere(storeFields, 'bulk'),
  find: async ({ db, actor, clock }, ids) => {
    const rows = await db
      .selectFrom('store')
      .selectAll()
      .where('store.id', 'in', [...ids])
      .where(storeScope(actor, 'canUpdateStore', today(clock)))
      .execute()
    return rows.map(({ id, version, name, companyCode, ...values }) => ({
      id,
      version,
      name,
      companyCode,
      values: { ...values, name },
    }))
  },
  create: importExistingStore,
  update: (context, changes, via) => updateStore(context, validate(StoreChanges, changes), via),
  // A sheet may contain prices, which the database never deletes.
  remove: async () => {
    throw new AppError('WRONG_STATE', '新增的店铺已有状态和计费的历史，不能删除；不用的请在店铺页停止服务。')
  },
}

/** The row fields of a new store's price. */
const TERMS_FIELDS = [
  'termsFromOn',
  'pricingModel',
  'feeCents',
  'includedDaily',
  'overageCents',
  'rateBp',
  'hoursPerDay',
  'storeSalaryCents',
] as const

type Row = Record<string, unknown>

/**
 * Splits a row into the store and its first terms, in the format of `TermsInput`; terms are null if the row contains no
 * price. They apply from the given day, otherwise from the online or trial day. Throws INVALID if a price has no model
 * or no day.
 */
function splitTerms(row: Row): { store: Row; terms: Row | null } {
  const isTerms = (field: string) => TERMS_FIELDS.some((name) => name === field)
  const entries = Object.entries(row)
  const store = Object.fromEntries(entries.filter(([field]) => !isTerms(field)))
  if (!entries.some(([field]) => isTerms(field))) return { store, terms: null }
  const { pricingModel, storeSalaryCents } = row
  const fromOn = row.termsFromOn ?? row.onlineOn ?? row.trialOn
  if (!pricingModel) throw invalidField('pricingModel', '填了费用或店铺工资，请一并填计费方式。')
  if (!fromOn) throw invalidField('termsFromOn', '填了计费方式，请一并填计费生效日，或上线、试单日期。')
  const pricing = pricingFrom(row)
  return { store, terms: { fromOn, pricing, ...(storeSalaryCents !== undefined && { storeSalaryCents }) } }
}

/**
 * Last day and reason of an imported stopped store; null if it is not stopped. Throws INVALID if a day or the reason is
 * missing or impossible, or is given for a store that is not stopped.
 */
function stopOf(
  { status, trialOn, onlineOn, stoppedOn, churnReason }: OpeningStore,
  today: Day,
): { on: Day; reason: ChurnReason } | null {
  if (status !== 'stopped') {
    if (stoppedOn || churnReason) {
      throw invalidField('status', '填了停止日期或流失原因，请把状态填为“已停止”。')
    }
    return null
  }
  const last = [trialOn, onlineOn]
    .filter((day) => day !== null && day !== undefined)
    .sort()
    .at(-1)
  if (!last) throw invalidField('onlineOn', '已停止的店铺需要上线日期或试单日期，用来计算服务天数。')
  if (!stoppedOn) throw invalidField('stoppedOn', '已停止的店铺需要停止日期。')
  if (!churnReason) throw invalidField('churnReason', '已停止的店铺需要流失原因。')
  if (stoppedOn > today) throw invalidField('stoppedOn', '停止日期不能晚于今天。')
  if (stoppedOn < last) throw invalidField('stoppedOn', '停止日期不能早于试单日期和上线日期。')
  return { on: stoppedOn, reason: churnReason }
}
