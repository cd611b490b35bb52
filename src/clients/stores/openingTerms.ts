import type { Pricing } from '#clients/pricing/contract.ts'
import { invalidField } from '#kit/errors.ts'

/** The models whose parameters fit into a row of a sheet; the steps of a tier do not. */
type FlatModel = Exclude<Pricing['model'], 'tier'>

/** What a row of a sheet may say of a new store's price, under these names. */
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

/** The parameters of each model by the names of the row; `feeCents` is the amount that the model is about. */
const pricingOf: Record<FlatModel, (row: Row) => object> = {
  fixed: ({ feeCents }) => ({ monthlyCents: feeCents }),
  included: ({ feeCents, includedDaily, overageCents }) => ({
    monthlyCents: feeCents,
    includedDaily,
    overageCents,
  }),
  commission: ({ feeCents, rateBp }) => ({ baseCents: feeCents, rateBp }),
  daily: ({ feeCents }) => ({ dayCents: feeCents }),
  hourly: ({ feeCents, hoursPerDay }) => ({ hourCents: feeCents, hoursPerDay }),
}

/**
 * Parts a row into the store and the terms with which it enters the books, as `TermsInput` would take them; null where the
 * row says nothing of a price. They hold from the day that the row names, else from its online or trial day. Throws INVALID
 * where there is a price without its model, or without a day.
 */
export function partTerms(row: Row): { store: Row; terms: Row | null } {
  const isTerms = (field: string) => TERMS_FIELDS.some((name) => name === field)
  const entries = Object.entries(row)
  const store = Object.fromEntries(entries.filter(([field]) => !isTerms(field)))
  if (!entries.some(([field]) => isTerms(field))) return { store, terms: null }
  const { pricingModel: model, storeSalaryCents } = row
  const fromOn = row.termsFromOn ?? row.onlineOn ?? row.trialOn
  if (!model) throw invalidField('pricingModel', '填了费用或店铺工资，请一并填计费方式。')
  if (!fromOn) throw invalidField('termsFromOn', '填了计费方式，请一并填计费生效日，或上线、试单日期。')
  const pricing = { model, ...pricingOf[model as FlatModel](row) }
  return { store, terms: { fromOn, pricing, ...(storeSalaryCents !== undefined && { storeSalaryCents }) } }
}
