/**
 * Texts are written in Chinese where they are used; the Chinese sentence is the key. Another language is a table from
 * that sentence to its translation; what the table lacks stays Chinese. `{name}` in a sentence takes a parameter.
 */
export type Params = Record<string, string | number>

/** Says a sentence in a language: `t` the browser's, a file of the server the one that was asked for. */
export type Say = (sentence: string, params?: Params) => string

/** The languages that have a table of ours, beside Chinese, which needs none. */
export type TextLocale = 'zh-CN' | 'zh-TW' | 'zh-HK' | 'en-US'

/**
 * Puts parameters into a sentence: `fill('第 {n} 行', { n: 3 })` gives `第 3 行`. `{n:row|rows}` gives the first word where
 * n is 1, else the second.
 */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(
    /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = params[name]
      if (value === undefined) return whole
      if (many === undefined) return String(value)
      return String(value) === '1' ? (one ?? '') : many
    },
  )
}

/** A sentence with places for parameters, as a pattern that finds the parameters again. */
interface Form {
  pattern: RegExp
  names: string[]
  translation: string
  /** How many characters stand fast; of two forms that fit, the one with more of them is meant. */
  fixed: number
  /** Whether words stand fast in it, and not signs alone: `{store}，{on}` fits every name with a comma. */
  worded: boolean
}

const tables = new Map<string, Record<string, string>>()
const formsOf = new Map<string, Form[]>()
let current: TextLocale = 'zh-CN'
let held = false

const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u
const PLACE = /\{(\w+)\}/g

/** Adds translations of a language; a later one of the same sentence wins. */
export function addTexts(locale: TextLocale, texts: Record<string, string>): void {
  tables.set(locale, { ...tables.get(locale), ...texts })
  formsOf.delete(locale)
}

/**
 * The language of `t` in this browser; the server never sets it and names the language each time. `mirrored`: the page
 * runs from right to left, and texts of a language that does not are held in their own direction.
 */
export function setLocale(locale: TextLocale, mirrored = false): void {
  current = locale
  held = mirrored
}

/** Which table serves a locale or an `accept-language` header: Chinese its own, every other language English. */
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
 * A sentence in the given language. One that has been filled already (a field's message, a row's problem from the
 * database) is recognised by its form, and what fills it is translated where it is a text of ours.
 */
export function translate(locale: TextLocale, sentence: string, params?: Params): string {
  const known = tables.get(locale)?.[sentence]
  if (known !== undefined) return fill(known, params)
  const whole = fill(sentence, params)
  return retell(locale, whole) ?? whole
}

/**
 * A parameter that may itself be a text of ours, or a list of them: a field's label, `淘宝、天猫`. It may as well be a name
 * that somebody gave, which stays as it is: only a form with words of its own is taken for a text.
 */
export function translateParam(locale: TextLocale, value: string | number): string | number {
  if (locale === 'zh-CN' || typeof value !== 'string' || !CHINESE.test(value)) return value
  const parts = value.split('、')
  if (parts.length === 1) return tables.get(locale)?.[value] ?? retell(locale, value, isWorded) ?? value
  return parts.map((part) => translateParam(locale, part)).join(translate(locale, '、'))
}

/** A sentence in the language of this browser. */
export function t(sentence: string, params?: Params): string {
  return leftToRight(translate(current, sentence, params))
}

/** Keeps the order of a text's characters on a mirrored page: a code and a name, for example. */
export function leftToRight(text: string): string {
  return held && text ? `\u2066${text}\u2069` : text
}

/** The same where what fills the sentence may itself be a text of ours: `{shift}`, which is 早班. */
export function tell(sentence: string, values: Params): string {
  const known = Object.entries(values).map(([name, value]) => [name, translateParam(current, value)])
  return t(sentence, Object.fromEntries(known))
}

/** A text without the signs that hold its direction: for files and their names. */
export function unheld(text: string): string {
  return text.replace(/[\u2066\u2069]/g, '')
}

/** Two words as one: Chinese ones stand close, everything else has a space between. */
export function together(first: string, second: string): string {
  const close = /\p{Script=Han}$/u.test(first) && /^\p{Script=Han}/u.test(second)
  return close ? first + second : `${first} ${inSentence(second)}`
}

/** A word that begins like a heading, within a line: Reply rate → reply rate; WeChat, VIP and names of people stay. */
function inSentence(text: string): string {
  return text.replace(/^\p{Lu}\p{Ll}+(?=\s|$)/u, (word) => word.toLowerCase())
}

/** A figure of a day: 昨日咨询量, elsewhere Consultations · Yesterday. */
export function ofDay(day: string, name: string): string {
  return speaksChinese() ? together(day, name) : `${name} · ${day}`
}

/** Whether this browser shows Chinese: it counts in 万, its words are short and stand without spaces. */
export function speaksChinese(): boolean {
  return current.startsWith('zh')
}

const isWorded = ({ worded }: Form): boolean => worded

/** The translation of a filled sentence; undefined where it has none of the known forms. */
function retell(locale: TextLocale, whole: string, fits: (form: Form) => boolean = () => true) {
  if (locale === 'zh-CN' || !CHINESE.test(whole)) return undefined
  for (const form of formsIn(locale)) {
    const match = fits(form) && form.pattern.exec(whole)
    if (!match) continue
    const found = form.names.map((name, index) => [name, translateParam(locale, match[index + 1] ?? '')])
    return fill(form.translation, Object.fromEntries(found))
  }
  return undefined
}

function formsIn(locale: TextLocale): Form[] {
  const known = formsOf.get(locale)
  if (known) return known
  const forms = Object.entries(tables.get(locale) ?? {})
    .flatMap(([sentence, translation]) => formOf(sentence, translation) ?? [])
    .sort((a, b) => b.fixed - a.fixed)
  formsOf.set(locale, forms)
  return forms
}

function formOf(sentence: string, translation: string): Form | undefined {
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
