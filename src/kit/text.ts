/**
 * Texts are written in Chinese where they are used; the Chinese sentence is the key. Another language is a table from
 * that sentence to its translation; what the table lacks stays Chinese. `{name}` in a sentence takes a parameter.
 */
export type Params = Record<string, string | number>

/** Puts parameters into a sentence: `fill('第 {n} 行', { n: 3 })` gives `第 3 行`. */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

const catalogues: Record<string, Record<string, string>> = {}
let current = 'zh-CN'

/** Adds translations of a language; a later one of the same sentence wins. */
export function addTexts(locale: string, texts: Record<string, string>): void {
  catalogues[locale] = { ...catalogues[locale], ...texts }
}

/** The language of `t` in this browser; the server never sets it and names the language each time. */
export function setLocale(locale: string): void {
  current = locale
}

/** A sentence in the given language. */
export function translate(locale: string, sentence: string, params?: Params): string {
  return fill(catalogues[locale]?.[sentence] ?? sentence, params)
}

/** A sentence in the language of this browser. */
export function t(sentence: string, params?: Params): string {
  return translate(current, sentence, params)
}
