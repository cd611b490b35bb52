import { maskCard, maskMobile, maskText } from './fields.ts'

/** How the fields that only the eye shows in full look everywhere else, by their names. */
const MASKS = { mobile: maskMobile, wechat: maskText, payeeCard: maskCard }

/** A field that leaves the server masked and is kept masked in the log. */
export type MaskedField = keyof typeof MASKS

export const MASKED_FIELDS = Object.keys(MASKS)

/** Whether a field is one that only the eye shows in full. */
export function isMaskedField(field: string): field is MaskedField {
  return Object.hasOwn(MASKS, field)
}

/** A value of a field as it may be seen: masked where its field is. No full value holds a `*`: none is masked twice. */
export function masked(field: string, value: unknown): unknown {
  return isMaskedField(field) && typeof value === 'string' && !value.includes('*')
    ? MASKS[field](value)
    : value
}
