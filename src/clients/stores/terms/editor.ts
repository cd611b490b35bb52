import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { storeScope } from '#clients/scopes.ts'
import { lockStore } from '#clients/stores/queries.ts'
import { today } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { Id, Version } from '#kit/contract.ts'
import type { CurrentRecord, RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { staleError } from '#kit/version.ts'
import type { FollowTerms } from './consequences.ts'
import { TermsInput } from './contract.ts'
import { addTerms, changeTerms, undoAddedTerms } from './edit.ts'
import { findActiveTerms, type SheetTerms } from './queries.ts'
import { priceCells, pricingFrom } from './rules.ts'

const { fromOn, storeSalaryCents, note, reason } = TermsInput.shape

/** A cell of a price. The schema of prices checks it, together with the others. */
const Cell = z
  .union([z.int(), z.string().max(500)])
  .nullable()
  .optional()

const PriceRow = {
  feeCents: Cell,
  includedDaily: Cell,
  overageCents: Cell,
  rateBp: Cell,
  hoursPerDay: Cell,
  tiers: Cell,
}

const Model = z.enum(Pricing.options.map(({ shape }) => shape.model.value)).meta({ title: '计费方式' })

const TermsRow = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  fromOn,
  pricingModel: Model,
  ...PriceRow,
  storeSalaryCents,
  note,
  reason,
})

const TermsChanges = z.strictObject({
  id: Id,
  version: Version,
  pricingModel: Model.optional(),
  ...PriceRow,
  storeSalaryCents,
  note,
  reason,
})

/** Terms are never rewritten, so a row has one version. */
const VERSION = 1

const conflicts: Conflicts = {
  store_terms_key: { field: 'fromOn', message: '这家店铺在同一天已有计费方式，请刷新后再试。' },
}

/**
 * Imports terms from sheets: adds them, or replaces those of the same first day, by the rules of the forms. `follow`
 * recalculates the drafts of bills.
 */
export const termsEditor = (follow: FollowTerms): RecordEditor => ({
  entity: 'terms',
  needs: 'canUpdateStore',
  conflicts,
  changes: TermsChanges,
  bulk: [],
  find: async (context, ids) => (await findReached(context, ids)).map(toCurrentRecord),
  create: async (context, input, via) => {
    const { storeId, pricingModel, fromOn, storeSalaryCents, note, reason, ...cells } = validate(
      TermsRow,
      input,
    )
    const pricing = pricingFrom({ ...cells, pricingModel })
    const terms = validate(TermsInput, { fromOn, pricing, storeSalaryCents, note, reason })
    const store = await lockOwnStore(context, storeId)
    const id = await addTerms(context, store, terms, via)
    await follow(context, { storeId, fromOn })
    return written(id, store.name)
  },
  update: async (context, input, via) => {
    const { id, version, ...changes } = validate(TermsChanges, input)
    const { row, store } = await lockTerms(context, { id, version })
    const { pricingModel, storeSalaryCents, note, reason, ...cells } = { ...valuesOf(row), ...changes }
    const pricing = pricingFrom({ ...cells, pricingModel })
    const content = validate(TermsInput.omit({ fromOn: true }), { pricing, storeSalaryCents, note, reason })
    const changed = await changeTerms(context, store, { termsId: id, ...content }, via)
    await follow(context, { storeId: store.id, fromOn: row.fromOn })
    return written(changed, store.name)
  },
  remove: async (context, which, via) => {
    const { row, store } = await lockTerms(context, which)
    await undoAddedTerms(context, store, row.id, via)
    await follow(context, { storeId: store.id, fromOn: row.fromOn })
  },
})

const writable = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

const findReached = (context: Context, ids: readonly number[]) =>
  findActiveTerms(context.db, writable(context), { ids })

const lockOwnStore = (context: Context, id: number) => lockStore(context.db, writable(context), id)

/** Terms within reach, with their store locked; throws STALE if they were replaced. */
async function lockTerms(context: Context, { id, version }: { id: number; version: number }) {
  const [seen] = await findReached(context, [id])
  if (!seen || version !== VERSION) throw staleError(null)
  const store = await lockOwnStore(context, seen.storeId)
  // Read again: under the lock the row can no longer be replaced.
  const [row] = await findReached(context, [id])
  if (!row) throw staleError(null)
  return { row, store }
}

const written = (id: number, name: string): WrittenRecord => ({ id, version: VERSION, name })

/** The columns of a row that can be changed. */
const valuesOf = ({ pricing, storeSalaryCents, note }: SheetTerms) => ({
  ...priceCells(pricing),
  storeSalaryCents,
  note,
  reason: undefined,
})

const toCurrentRecord = (row: SheetTerms): CurrentRecord => ({
  ...written(row.id, row.storeName),
  companyCode: row.companyCode,
  values: valuesOf(row),
})
