import type { Pricing } from '#clients/pricing/contract.ts'
import { modelNames } from '#clients/stores/rules.ts'
import type { RowValues } from '#kit/recordSheet.ts'
import { type Sentence, word } from '#kit/text.ts'
import { tiersIn, tierText } from './tierText.ts'

type Model = Pricing['model']

/** The cells of a price, in addition to its model; `feeCents` is the main amount of the model. */
const PARAMETERS = ['feeCents', 'includedDaily', 'overageCents', 'rateBp', 'hoursPerDay', 'tiers'] as const

type Parameter = (typeof PARAMETERS)[number]

/** A price as cells of a row: amounts in 分, the rate in basis points, the tiers as text. */
export type PriceCells = Partial<Record<'pricingModel' | Parameter, unknown>>

/** The parameters of each model. */
const PARAMETERS_OF: Record<Model, readonly Parameter[]> = {
  fixed: ['feeCents'],
  tier: ['tiers'],
  included: ['feeCents', 'includedDaily', 'overageCents'],
  commission: ['feeCents', 'rateBp'],
  daily: ['feeCents'],
  hourly: ['feeCents', 'hoursPerDay'],
}

const PRICING_OF: Record<Model, (cells: PriceCells) => object> = {
  fixed: ({ feeCents }) => ({ monthlyCents: feeCents }),
  tier: ({ tiers }) => ({ tiers: tiersIn(String(tiers ?? '')) }),
  included: ({ feeCents, includedDaily, overageCents }) => ({
    monthlyCents: feeCents,
    includedDaily,
    overageCents,
  }),
  commission: ({ feeCents, rateBp }) => ({ baseCents: feeCents, rateBp }),
  daily: ({ feeCents }) => ({ dayCents: feeCents }),
  hourly: ({ feeCents, hoursPerDay }) => ({ hourCents: feeCents, hoursPerDay }),
}

/** Builds a price from the cells of its model; the schema of prices still has to check it. */
export function pricingFrom(cells: PriceCells): object {
  const model = cells.pricingModel as Model
  return { model, ...PRICING_OF[model]?.(cells) }
}

/** The cells of a price; null for parameters that its model does not have. */
export function priceCells(pricing: Pricing): Record<'pricingModel' | Parameter, string | number | null> {
  const none = { feeCents: null, includedDaily: null, overageCents: null, rateBp: null, hoursPerDay: null }
  const cells = { ...none, tiers: null, pricingModel: pricing.model }
  switch (pricing.model) {
    case 'fixed':
      return { ...cells, feeCents: pricing.monthlyCents }
    case 'tier':
      return { ...cells, tiers: tierText(pricing.tiers) }
    case 'included': {
      const { monthlyCents: feeCents, includedDaily, overageCents } = pricing
      return { ...cells, feeCents, includedDaily, overageCents }
    }
    case 'commission':
      return { ...cells, feeCents: pricing.baseCents, rateBp: pricing.rateBp }
    case 'daily':
      return { ...cells, feeCents: pricing.dayCents }
    case 'hourly':
      return { ...cells, feeCents: pricing.hourCents, hoursPerDay: pricing.hoursPerDay }
  }
}

/**
 * Writes the tiers of a row in the form in which they are exported. Returns a problem if they have another form, or if
 * the row has a parameter that its model does not have.
 */
export function interpretPrice({ cell, headerOf, values, record }: RowValues): Sentence | undefined {
  if (typeof values.tiers === 'string') {
    const tiers = tiersIn(values.tiers)
    if (!tiers) return { sentence: TIER_FORM, values: { text: values.tiers } }
    values.tiers = tierText(tiers)
  }
  const model = (values.pricingModel ?? record?.values.pricingModel) as Model | null | undefined
  if (!model) return undefined
  const foreign = PARAMETERS.find(
    (field) => !PARAMETERS_OF[model].includes(field) && cell(field) !== '' && values[field] !== null,
  )
  if (!foreign) return undefined
  const named = { model: word(modelNames[model]), header: headerOf(foreign) }
  return { sentence: '计费方式是{model}，不用填{header}，请把这一格留空。', values: named }
}

const TIER_FORM = '档位“{text}”应写成“日均上限：月费”，用分号隔开，如 100：3000；200：4000；以上：6000。'
