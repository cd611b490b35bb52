import { useSyncExternalStore } from 'react'
import { addTexts, setLocale, type TextLocale, textLocaleOf } from '#kit/text.ts'
import { DEFAULT_LOCALE, directionOf, type Locale, localeOf } from './languages.ts'

/** A user's choice: the interface language, and the language of dates. */
export interface LanguageChoice {
  locale: Locale
  /** `zh-CN`: dates and pickers are Chinese in every interface language; `follow`: they use the interface language. */
  dates: 'follow' | 'zh-CN'
}

const LOCALE = 'locale'
const DATES = 'date-locale'

/** The choice stored on this device; zh-CN by default. The browser's preference is ignored (specification §9). */
export function storedLanguage(): LanguageChoice {
  return {
    locale: localeOf(localStorage.getItem(LOCALE)) ?? DEFAULT_LOCALE,
    dates: localStorage.getItem(DATES) === 'zh-CN' ? 'zh-CN' : 'follow',
  }
}

/** Whether a language is stored on this device; signing out clears it. */
export function isLanguageStored(): boolean {
  return localeOf(localStorage.getItem(LOCALE)) !== undefined
}

// The language is kept outside React: requests and error messages need it too.
let currentLanguage: LanguageChoice = storedLanguage()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current language. */
export function useLanguage(): LanguageChoice {
  return useSyncExternalStore(subscribe, () => currentLanguage)
}

const first = Promise.withResolvers<void>()

/** Resolves when the texts of the stored language are loaded for the first time, or have failed to load. */
export function textsLoaded(): Promise<void> {
  return first.promise
}

/** Loads the texts of the stored language and applies it. If loading fails, the page stays Chinese. */
export async function applyStoredLanguage(): Promise<void> {
  await applyLanguage(storedLanguage())
}

/** Stores a choice on this device and applies it; the whole page renders again. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  localStorage.setItem(LOCALE, choice.locale)
  localStorage.setItem(DATES, choice.dates)
  await applyLanguage(choice)
}

async function applyLanguage(choice: LanguageChoice): Promise<void> {
  const table = textLocaleOf(choice.locale)
  const texts = await textsOf[table]().catch(() => null)
  if (texts) addTexts(table, texts)
  setLocale(texts ? table : 'zh-CN', directionOf(choice.locale) === 'rtl')
  currentLanguage = choice
  document.documentElement.lang = choice.locale
  document.documentElement.dir = directionOf(choice.locale)
  for (const listener of listeners) listener()
  first.resolve()
}

const textsOf: Record<TextLocale, () => Promise<Record<string, string>>> = {
  'zh-CN': async () => ({}),
  'zh-TW': async () => (await import('#app/texts/zh-TW.json')).default,
  'zh-HK': async () => (await import('#app/texts/zh-HK.json')).default,
  'en-US': async () => (await import('#app/texts/english.ts')).english,
}
