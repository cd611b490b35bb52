import { nameKey, normalMobile } from '#kit/fields.ts'
import { gramsOf } from '#kit/grams.ts'

/** What a person typed, in the form in which names are kept, and how the index is asked for it. */
export interface Wanted {
  /** Folded: full width, case and spaces do not count. */
  text: string
  /** All of these are in what is wanted (`any`: one of these). */
  grams: string[]
  any: boolean
  /** Nothing else than this: the name or the code itself. */
  exact: string
  /** The whole mobile, where it is one. */
  mobile: string | null
}

/** What was typed, as names are kept and as the index of names is asked. */
export function wantedOf(keyword: string): Wanted {
  const text = nameKey(keyword)
  const typed = normalMobile(text)
  const mobile = /^1\d{10}$/.test(typed) ? typed : null
  return { text, exact: `=${text}`, mobile, ...gramsOf(text) }
}
