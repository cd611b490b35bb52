import { nameKey, normalMobile } from '#kit/fields.ts'

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

const ASCII = /^[\0-\x7f]*$/

/**
 * What the index (`search_grams` in 014-views-search-exports.sql) holds of a text that contains the typed one: its Latin
 * trigrams, its pairs with a Chinese character; of one or two letters, beginnings and initials.
 */
export function wantedOf(keyword: string): Wanted {
  const text = nameKey(keyword)
  const typed = normalMobile(text)
  const mobile = /^1\d{10}$/.test(typed) ? typed : null
  return { text, exact: `=${text}`, mobile, ...gramsOf(text) }
}

function gramsOf(text: string): Pick<Wanted, 'grams' | 'any'> {
  const signs = [...text]
  if (signs.length < 2) return { grams: [`^${text}`], any: true }
  if (signs.length === 2 && ASCII.test(text)) return { grams: [text, `^${text}`], any: true }
  const pairs = signs.slice(1).map((sign, at) => signs[at] + sign)
  const triples = signs.slice(2).map((sign, at) => `${signs[at]}${signs[at + 1]}${sign}`)
  const grams = [
    ...pairs.filter((pair) => !ASCII.test(pair)),
    ...triples.filter((triple) => ASCII.test(triple)),
  ]
  return { grams: [...new Set(grams)], any: false }
}
