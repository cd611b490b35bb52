import { maskCard, maskMobile, maskText } from './fields.ts'

/** The masks of fields that are shown in full only when a user reveals them (`reveal.ts`), by field name. */
const MASKS = { mobile: maskMobile, wechat: maskText, payeeCard: maskCard }

/** A field that is masked in responses and in the log. */
export type MaskedField = keyof typeof MASKS

export const MASKED_FIELDS = Object.keys(MASKS)

export function isMaskedField(field: string): field is MaskedField {
  return Object.hasOwn(MASKS, field)
}

/** Masks a value if its field is masked. Full values never contain `*`, so nothing is masked twice. */
export function masked(field: string, value: unknown): unknown {
  return isMaskedField(field) && typeof value === 'string' && !value.includes('*')
    ? MASKS[field](value)
    : value
}
