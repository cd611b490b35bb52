import { type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { usePreference } from '#kit/ui/preferences.tsx'

const Single = z.boolean()

/** The keys of a list, and the window that explains them. */
export interface ListKeys {
  /** The element around the whole list. */
  place: RefObject<HTMLDivElement | null>
  help: boolean
  setHelp: (open: boolean) => void
  /** Whether single characters (`/`, `?`) are shortcuts; users of dictation or switch input may turn them off. */
  single: boolean
  setSingle: (on: boolean) => void
}

/**
 * `/` focuses the search, `?` shows the keys. Only the first list of a page handles them, and not while a window is
 * open.
 */
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

/** Whether the key is meant for the list: not typed into a field, and not part of another shortcut. */
function isMeant(event: KeyboardEvent, page: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target as HTMLElement
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return false
  return target === document.body || target.matches('#main, h1') || page.contains(target)
}
