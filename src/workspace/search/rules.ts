import { nameKey, normalMobile } from '#kit/fields.ts'
import { searchTerms } from '#kit/searchTerms.ts'

/** A typed text in the format of stored names, with the terms for the index query. */
export interface SearchText {
  /** Normalized: without full width, case and spaces. */
  text: string
  /** Index terms: a match has all of them; with `any`, one of them. */
  grams: string[]
  any: boolean
  /** The index term for an exact match of the name or the code. */
  exact: string
  /** The mobile number if the text is a complete one. */
  mobile: string | null
}

/** Converts a typed text to the format of stored names and the terms for the index query. */
export function toSearchText(keyword: string): SearchText {
  const text = nameKey(keyword)
  const typed = normalMobile(text)
  const mobile = /^1\d{10}$/.test(typed) ? typed : null
  return { text, exact: `=${text}`, mobile, ...searchTerms(text) }
}
