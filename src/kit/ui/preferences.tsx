import { createContext, use, useMemo } from 'react'
import type * as z from 'zod'

/** The user's preferences as the app stores them: any JSON, by key. */
export interface Preferences {
  /** Empty until the server has responded; includes changes made here meanwhile. */
  values: Readonly<Record<string, unknown>>
  /** Whether the server has responded. */
  isLoaded: boolean
  /** Saves a value under the key; undefined deletes it. */
  save: (key: string, value: unknown) => void
}

const PreferencesContext = createContext<Preferences>({ values: {}, isLoaded: false, save: () => undefined })
export const PreferencesContextProvider = PreferencesContext.Provider

/**
 * A preference of the user, stored on the server: `const [dense, setDense] = usePreference('dense', z.boolean(),
 * false)`. The fallback is used while no value is known, and if the stored value does not satisfy the schema (another
 * version wrote it). `undefined` deletes it. Key: words joined by dots, `list.stores`; at most 4 KiB of JSON. Schema
 * and fallback are constants outside the component.
 */
export function usePreference<S extends z.ZodType>(
  key: string,
  schema: S,
  fallback: z.output<S>,
): [z.output<S>, (value: z.input<S> | undefined) => void] {
  const { values, save } = use(PreferencesContext)
  const stored = values[key]
  const value = useMemo(() => {
    const read = schema.safeParse(stored)
    return read.success ? read.data : fallback
  }, [stored, schema, fallback])
  return [value, (next) => save(key, next)]
}

/** Whether the server has returned the preferences; before that every preference has its fallback. */
export function usePreferencesLoaded(): boolean {
  return use(PreferencesContext).isLoaded
}
