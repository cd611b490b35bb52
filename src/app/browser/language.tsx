import { useSyncExternalStore } from 'react'
import type { TextLocale } from '#kit/text.ts'
import { addTexts, setLocale, textLocaleOf } from '#kit/text.ts'
import type { Locale } from './languages.ts'
import { DEFAULT_LOCALE, directionOf, localeOf } from './languages.ts'

/** What a person chose: the language, and whose calendar stands beside it. */
export interface LanguageChoice {
  locale: Locale
  /** `zh-CN`: days and pickers are Chinese beside an interface of any language; `follow`: they are the interface's. */
  dates: 'follow' | 'zh-CN'
}

const LOCALE = 'locale'
const DATES = 'date-locale'

/** What is stored on this device; zh-CN where nothing is. What the browser prefers is not asked (specification §9). */
export function storedLanguage(): LanguageChoice {
  return {
    locale: localeOf(localStorage.getItem(LOCALE)) ?? DEFAULT_LOCALE,
    dates: localStorage.getItem(DATES) === 'zh-CN' ? 'zh-CN' : 'follow',
  }
}

/** Whether somebody chose on this device; to sign out forgets it. */
export function isLanguageStored(): boolean {
  return localeOf(localStorage.getItem(LOCALE)) !== undefined
}

// The language stands outside React: requests and the sentences of failures need it too.
let spoken: LanguageChoice = storedLanguage()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language that is spoken now. */
export function useLanguage(): LanguageChoice {
  return useSyncExternalStore(subscribe, () => spoken)
}

const first = Promise.withResolvers<void>()

/** Resolves when the page speaks the stored language for the first time, or cannot. */
export function textsLoaded(): Promise<void> {
  return first.promise
}

/** Speaks the stored language: its texts are fetched, then the page is told. Without them the page stays Chinese. */
export async function speakStored(): Promise<void> {
  await speak(storedLanguage())
}

/** Stores a choice on this device and speaks it; everything on the page is drawn anew. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  localStorage.setItem(LOCALE, choice.locale)
  localStorage.setItem(DATES, choice.dates)
  await speak(choice)
}

async function speak(choice: LanguageChoice): Promise<void> {
  const table = textLocaleOf(choice.locale)
  const texts = await textsOf[table]().catch(() => null)
  if (texts) addTexts(table, texts)
  setLocale(texts ? table : 'zh-CN', directionOf(choice.locale) === 'rtl')
  spoken = choice
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
