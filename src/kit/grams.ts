import { nameKey } from './fields.ts'

/** By what the index of names is asked: all of these, or (`any`) one of these. */
export interface Grams {
  grams: string[]
  any: boolean
}

const ASCII = /^[\0-\x7f]*$/

/**
 * What the index (`search_grams` in 014-views-search-exports.sql) holds of a text that contains the folded one: its Latin
 * trigrams, its pairs with a Chinese character; of one or two letters, beginnings and initials.
 */
export function gramsOf(text: string): Grams {
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
 * What each text that contains the keyword has in that index, so that it can narrow down where to look; null where it
 * cannot: one sign or two letters, and words apart, which may stand in two of a row's texts.
 */
export function gramsWithin(keyword: string): string[] | null {
  if (/\s/.test(keyword)) return null
  const { grams, any } = gramsOf(nameKey(keyword))
  return any ? null : grams
}
