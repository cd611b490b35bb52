import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { usePreference } from '#kit/ui/preferences.tsx'

const Single = z.boolean()

/** The keys of a list, and the window that tells of them. */
export interface ListKeys {
  /** Around the whole list. */
  place: RefObject<HTMLDivElement | null>
  help: boolean
  setHelp: (open: boolean) => void
  /** Whether single characters (`/`, `?`) do something; whoever dictates or types by switch may turn them off. */
  single: boolean
  setSingle: (on: boolean) => void
}

/** `/` goes to the search, `?` tells of the keys. Only the first list of a page listens, and no window above it. */
export function useListKeys(): ListKeys {
  const place = useRef<HTMLDivElement>(null)
  const [help, setHelp] = useState(false)
  const [single, setSingle] = usePreference('keys.single', Single, true)
  useEffect(() => {
    if (!single) return
    const press = (event: KeyboardEvent) => {
      const page = place.current
      if (!page || page !== document.querySelector('.list-page') || !isMeant(event, page)) return
      if (event.key === '?') setHelp(true)
      else if (event.key === '/') page.querySelector<HTMLInputElement>('search input')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [single])
  return { place, help, setHelp, single, setSingle }
}

/** Pressed for the list, not typed into a field, and not by the shortcut of something else. */
function isMeant(event: KeyboardEvent, page: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target as HTMLElement
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return false
  return target === document.body || target.matches('#main, h1') || page.contains(target)
}
