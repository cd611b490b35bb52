/**
 * Texts are written in Chinese where they are used, and the Chinese sentence is the key. Another language is a table
 * from that sentence to its translation; sentences missing in the table stay Chinese. `{name}` in a sentence is a
 * parameter.
 */
export type Params = Record<string, string | number>

/** Translates a sentence: `t` into the browser's language, server code into the requested language. */
export type Say = (sentence: string, params?: Params) => string

/** The supported languages; each has a table of translations, except for zh-CN. */
export type TextLocale = 'zh-CN' | 'zh-TW' | 'zh-HK' | 'en-US'

/**
 * Fills parameters into a sentence: `fill('第 {n} 行', { n: 3 })` gives `第 3 行`. `{n:row|rows}` gives the first word if n
 * is 1, else the second.
 */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(
    /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
    (placeholder, name: string, one?: string, many?: string) => {
      const value = params[name]
      if (value === undefined) return placeholder
      if (many === undefined) return String(value)
      return String(value) === '1' ? (one ?? '') : many
    },
  )
}

/** A sentence with parameters as a pattern that extracts the parameters from the filled sentence. */
interface SentenceForm {
  pattern: RegExp
  names: string[]
  translation: string
  /** Number of characters outside the parameters; of two matching forms, the one with more is used. */
  fixed: number
  /** Whether these contain words, not only punctuation: `{store}，{on}` matches every name with a comma. */
  worded: boolean
}

const tables = new Map<string, Record<string, string>>()
const formsOf = new Map<string, SentenceForm[]>()
let current: TextLocale = 'zh-CN'
let isMirrored = false

const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u
const PLACE = /\{(\w+)\}/g

/** Adds translations of a language; a later translation of the same sentence replaces an earlier one. */
export function addTexts(locale: TextLocale, texts: Record<string, string>): void {
  tables.set(locale, { ...tables.get(locale), ...texts })
  formsOf.delete(locale)
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
 * Translates a sentence. A sentence that is already filled (a field's message, a row's problem from the database) is
 * recognised by its form, and its parameters are translated if they are texts of the program.
 */
export function translate(locale: TextLocale, sentence: string, params?: Params): string {
  const translation = tables.get(locale)?.[sentence]
  if (translation !== undefined) return fill(translation, params)
  const filled = fill(sentence, params)
  return translateFilled(locale, filled) ?? filled
}

/**
 * Translates a parameter that may be a text of the program or a list of them: a field's label, `淘宝、天猫`. It may also be
 * a name that a user entered, which stays unchanged: only a form with words of its own counts as a text.
 */
export function translateParam(locale: TextLocale, value: string | number): string | number {
  if (locale === 'zh-CN' || typeof value !== 'string' || !CHINESE.test(value)) return value
  const parts = value.split('、')
  if (parts.length === 1)
    return tables.get(locale)?.[value] ?? translateFilled(locale, value, isWorded) ?? value
  return parts.map((part) => translateParam(locale, part)).join(translate(locale, '、'))
}

/** Translates a sentence into the language of this browser. */
export function t(sentence: string, params?: Params): string {
  return leftToRight(translate(current, sentence, params))
}

/** Keeps the character order of a left-to-right text on a mirrored page, such as a code and a name. */
export function leftToRight(text: string): string {
  return isMirrored && text ? `\u2066${text}\u2069` : text
}

/** Like `t`, for values that may be texts of the program themselves: `{shift}` is 早班. */
export function translateAll(sentence: string, values: Params): string {
  const translated = Object.entries(values).map(([name, value]) => [name, translateParam(current, value)])
  return t(sentence, Object.fromEntries(translated))
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

const isWorded = ({ worded }: SentenceForm): boolean => worded

/** Translates a filled sentence; undefined if it matches none of the known forms. */
function translateFilled(
  locale: TextLocale,
  filled: string,
  fits: (form: SentenceForm) => boolean = () => true,
) {
  if (locale === 'zh-CN' || !CHINESE.test(filled)) return undefined
  for (const form of formsIn(locale)) {
    const match = fits(form) && form.pattern.exec(filled)
    if (!match) continue
    const found = form.names.map((name, index) => [name, translateParam(locale, match[index + 1] ?? '')])
    return fill(form.translation, Object.fromEntries(found))
  }
  return undefined
}

function formsIn(locale: TextLocale): SentenceForm[] {
  const cached = formsOf.get(locale)
  if (cached) return cached
  const forms = Object.entries(tables.get(locale) ?? {})
    .flatMap(([sentence, translation]) => formOf(sentence, translation) ?? [])
    .sort((a, b) => b.fixed - a.fixed)
  formsOf.set(locale, forms)
  return forms
}

function formOf(sentence: string, translation: string): SentenceForm | undefined {
  const fixed = sentence.replace(PLACE, '')
  if (fixed === sentence || !CHINESE.test(fixed)) return undefined
  const names = [...sentence.matchAll(PLACE)].map(([, name = '']) => name)
  const source = sentence
    .split(/\{\w+\}/)
    .map(asPattern)
    .join('([^]*?)')
  const worded = /\p{Script=Han}/u.test(fixed)
  return { pattern: new RegExp(`^${source}$`), names, translation, fixed: fixed.length, worded }
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
