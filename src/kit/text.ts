/**
 * Texts are written in Chinese where they are used, and the Chinese text is the key. Another language is a table from
 * that text to its translation; texts missing in the table stay Chinese. `{name}` in a text is replaced by a value.
 */

/**
 * A value in a sentence: a number; a name, code or date, which is shown as it is; a text of the program (`word(…)`); or
 * a list of these, which is joined by `、`.
 */
export type Value = string | number | Sentence | readonly Value[]
export type Values = Record<string, Value>

/**
 * A text of the program and the values for its placeholders, such as `{ sentence: '第 {n} 行', values: { n: 3 } }`. It is
 * written in a language only when it is shown or leaves the program; stored rows contain it as JSON.
 */
export interface Sentence {
  sentence: string
  values?: Values
}

/** Writes a sentence: `t` in the browser's language, server code in the requested language. */
export type Say = (sentence: string | Sentence, values?: Values) => string

/** The supported languages; each has a table of translations, except for zh-CN. */
export const TEXT_LOCALES = ['zh-CN', 'zh-TW', 'zh-HK', 'en-US'] as const

export type TextLocale = (typeof TEXT_LOCALES)[number]

const tables = new Map<string, ReadonlyMap<string, string>>()
let current: TextLocale = 'zh-CN'
let isMirrored = false

/** Adds translations of a language; a later translation of the same sentence replaces an earlier one. */
export function addTexts(locale: TextLocale, texts: Record<string, string>): void {
  tables.set(locale, new Map([...(tables.get(locale) ?? []), ...Object.entries(texts)]))
}

/**
 * Sets the language of `t` in this browser; the server never calls it and passes the language each time. `mirrored`:
 * the page is right-to-left, and texts of a left-to-right language get marks that keep their direction.
 */
export function setLocale(locale: TextLocale, mirrored = false): void {
  current = locale
  isMirrored = mirrored
}

/**
 * The language for a locale or an `accept-language` header: a Chinese variant for Chinese, English for every other
 * language.
 */
export function textLocaleOf(locale: string): TextLocale {
  const [first = ''] = locale
    .trim()
    .toLowerCase()
    .split(/[,;\s]/)
  if (first === '' || first === '*') return 'zh-CN'
  if (/^zh-(hk|mo|hant-(hk|mo))/.test(first)) return 'zh-HK'
  if (/^zh-(tw|hant)/.test(first)) return 'zh-TW'
  return /^zh\b/.test(first) ? 'zh-CN' : 'en-US'
}

/**
 * Fills values into a text: `第 {n} 行` with `{ n: 3 }` gives `第 3 行`. `{n:row|rows}` gives the first word if n is 1, else
 * the second.
 */
function fill(text: string, values: Values, locale: TextLocale): string {
  return text.replace(
    /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
    (placeholder, name: string, one?: string, many?: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined) return placeholder
      if (many === undefined) return translateValue(locale, value)
      return String(value) === '1' ? (one ?? '') : many
    },
  )
}

/** Writes a value in a language. */
export function translateValue(locale: TextLocale, value: Value): string {
  if (typeof value !== 'object') return String(value)
  if ('sentence' in value) return translate(locale, value)
  return value.map((item) => translateValue(locale, item)).join(translate(locale, '、'))
}

/** Writes a sentence in a language. */
export function translate(locale: TextLocale, sentence: string | Sentence, values: Values = {}): string {
  if (typeof sentence !== 'string') return translate(locale, sentence.sentence, sentence.values)
  return fill(tables.get(locale)?.get(sentence) ?? sentence, values, locale)
}

/** A text of the program in every language, Chinese first. */
export const inEveryLanguage = (text: string): string[] => [
  ...new Set(TEXT_LOCALES.map((locale) => translate(locale, text))),
]

/** Writes a sentence in Chinese, for documents, the log of jobs and group messages. */
export function inChinese(sentence: string | Sentence, values?: Values): string {
  return translate('zh-CN', sentence, values)
}

/** A text of the program as a value in a sentence: the label of a field, the name of a platform. */
export function word(text: string): Sentence {
  return { sentence: text }
}

/** One sentence after the other, each on its own line. */
export function lines([first, ...rest]: readonly [Sentence, ...Sentence[]]): Sentence {
  const [second, ...others] = rest
  return second ? { sentence: '{first}\n{rest}', values: { first, rest: lines([second, ...others]) } } : first
}

/** A sentence as the JSON of a text column. */
export const toStored = (sentence: Sentence): string => JSON.stringify(sentence)

/** Reads a sentence from a text column. Version 0.1.0 stored the Chinese text, which stays as it is. */
export function fromStored(stored: string): Sentence {
  return /^\{.*"sentence": ?"/s.test(stored) ? JSON.parse(stored) : { sentence: stored }
}

/** Whether a value of unknown type is a sentence. */
export function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && typeof (value as Sentence).sentence === 'string'
}

/** Writes a sentence in the language of this browser. */
export function t(sentence: string | Sentence, values?: Values): string {
  return leftToRight(translate(current, sentence, values))
}

/** Keeps the character order of a left-to-right text on a mirrored page, such as a code and a name. */
export function leftToRight(text: string): string {
  return isMirrored && text ? `\u2066${text}\u2069` : text
}

/** Removes the direction marks from a text, for files and their names. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u2066\u2069]/g, '')
}

/** Joins two words: Chinese words without a space, all others with one. */
export function joinWords(first: string, second: string): string {
  const close = /\p{Script=Han}$/u.test(first) && /^\p{Script=Han}/u.test(second)
  return close ? first + second : `${first} ${lowerFirstWord(second)}`
}

/** Lower-cases the first word within a line: Reply rate → reply rate. WeChat, VIP and other mixed-case words stay. */
function lowerFirstWord(text: string): string {
  return text.replace(/^\p{Lu}\p{Ll}+(?=\s|$)/u, (word) => word.toLowerCase())
}

/** The name of a figure of a day: 昨日咨询量 in Chinese, otherwise Consultations · Yesterday. */
export function dayFigureName(day: string, name: string): string {
  return speaksChinese() ? joinWords(day, name) : `${name} · ${day}`
}

/** Whether this browser shows Chinese, with 万 as a unit and no spaces between words. */
export function speaksChinese(): boolean {
  return current.startsWith('zh')
}
