import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod'
import { type ListView, useListViews } from '#kit/ui/listViews.tsx'
import { usePreference, usePreferencesLoaded } from '#kit/ui/preferences.tsx'
import { SAVED, viewAddress } from './viewAddress.ts'

const Default = z.int().positive().nullable()

/** The view with which the user's list opens; null for none. Stored under the list's key. */
export function useDefaultView(list: string): [number | null, (id: number | null) => void] {
  const [id, save] = usePreference(`opens-with.${list}`, Default, null)
  return [id, (next) => save(next ?? undefined)]
}

/**
 * The view named in the address if it belongs to this list, otherwise null. A list that is opened without filters opens
 * with the user's default view. `inside` the page of a record there are no views.
 */
export function useView(list: string, inside: boolean): ListView | null {
  const all = useListViews()?.views
  const [params, setParams] = useSearchParams()
  const isLoaded = usePreferencesLoaded()
  const [defaultId] = useDefaultView(list)
  const requestedId = Number(params.get(SAVED) ?? Number.NaN)
  const find = (id: number | null) =>
    (!inside && all?.find((view) => view.id === id && view.list === list)) || null
  const opening = params.size === 0 ? find(defaultId) : null
  const undecided = useRef(true)
  useEffect(() => {
    if (!undecided.current || !isLoaded || all === undefined) return
    undecided.current = false
    if (opening) setParams(viewAddress(opening), { replace: true })
  })
  return find(requestedId)
}
