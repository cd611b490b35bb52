import { nameKey } from './fields.ts'

/** A search in the index of names: all of the grams must be present, or one of them if `any`. */
export interface SearchTerms {
  grams: string[]
  any: boolean
}

const ASCII = /^[\0-\x7f]*$/

/**
 * Returns the grams that the index (`search_grams` in 014-views-search-exports.sql) has for a text that contains the
 * folded `text`: ASCII trigrams and pairs with a Chinese character. For one character, the beginning of a word (`^`);
 * for two ASCII letters, that or a pair of initials.
 */
export function searchTerms(text: string): SearchTerms {
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

/**
 * Returns the grams that every text with the keyword has in that index, to narrow down a search. Null if they cannot:
 * for one character, for two letters, and for keywords with a space, whose words may be in different texts of a row.
 */
export function requiredTerms(keyword: string): string[] | null {
  if (/\s/.test(keyword)) return null
  const { grams, any } = searchTerms(nameKey(keyword))
  return any ? null : grams
}
