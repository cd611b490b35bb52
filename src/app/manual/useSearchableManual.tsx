import { useEffect, useState } from 'react'
import type { Actor } from '#access/can.ts'
import { useLanguage } from '#app/browser/language.tsx'
import type { SearchableEntry } from '#app/browser/palette.ts'
import { searchableManual } from './entries.ts'
import { addManualTexts } from './manualTexts.tsx'

/** The manual and the readings of its titles, which are large and so are loaded when they are first searched. */
const loadManual = () => Promise.all([import('./pages.ts'), import('./pinyin.json')])
type Loaded = Awaited<ReturnType<typeof loadManual>>

/** The entries of the manual for a search outside of it; none while they load or if they fail to load. */
export function useSearchableManual(user: Actor): SearchableEntry[] {
  const { locale } = useLanguage()
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let current = true
    const load = async () => {
      const [manual] = await Promise.all([loadManual(), addManualTexts(locale)])
      if (current) setLoaded(manual)
    }
    load().catch(() => undefined)
    return () => {
      current = false
    }
  }, [locale])
  if (!loaded) return []
  const [{ manualPages }, { default: pinyin }] = loaded
  return searchableManual(user, manualPages, pinyin)
}
