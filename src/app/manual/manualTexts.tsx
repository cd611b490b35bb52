import { useEffect, useState } from 'react'
import { useLanguage } from '#app/browser/language.tsx'
import { addTexts, type TextLocale, textLocaleOf } from '#kit/text.ts'

/** The manual's texts in traditional characters, which `npm run texts` generates. */
const traditional: Partial<Record<TextLocale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-TW': () => import('./zh-TW.json'),
  'zh-HK': () => import('./zh-HK.json'),
}

const added = new Set<TextLocale>()

/** Adds the manual's texts in the user's variant of Chinese to the texts of the program. */
export async function addManualTexts(locale: string): Promise<void> {
  const language = textLocaleOf(locale)
  const load = traditional[language]
  if (!load || added.has(language)) return
  addTexts(language, (await load()).default)
  added.add(language)
}

/**
 * Loads the manual's texts in the user's variant of Chinese and renders the caller again. Until then, and if loading
 * fails, the manual has simplified characters.
 */
export function useManualTexts(): void {
  const { locale } = useLanguage()
  const [, setLoaded] = useState<string>()
  useEffect(() => {
    addManualTexts(locale).then(
      () => setLoaded(locale),
      () => undefined,
    )
  }, [locale])
}
