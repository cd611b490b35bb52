import type { Pricing } from '#clients/pricing/contract.ts'
import { invalidField } from '#kit/errors.ts'

/** The pricing models whose parameters fit into one row of a sheet; tiers do not. */
type FlatModel = Exclude<Pricing['model'], 'tier'>

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

/** Builds the parameters of each model from the row; `feeCents` is the main amount of the model. */
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
 * Splits a row into the store and its first terms, in the format of `TermsInput`; terms are null if the row contains no
 * price. They apply from the given day, otherwise from the online or trial day. Throws INVALID if a price has no model
 * or no day.
 */
export function splitTerms(row: Row): { store: Row; terms: Row | null } {
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
