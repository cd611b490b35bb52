import { createContext, use, useMemo } from 'react'
import type * as z from 'zod'

/** What a person likes, as the app keeps it: by key, any JSON. */
export interface Preferences {
  /** Empty until the server has answered; what was changed here meanwhile is in it. */
  values: Readonly<Record<string, unknown>>
  /** Whether the server has answered. */
  known: boolean
  /** Keeps a value under the key; undefined forgets it. */
  keep: (key: string, value: unknown) => void
}

const PreferencesContext = createContext<Preferences>({ values: {}, known: false, keep: () => undefined })
export const PreferencesContextProvider = PreferencesContext.Provider

/**
 * Something this person likes, kept on the server: `const [dense, setDense] = usePreference('dense', z.boolean(), false)`.
 * The fallback holds as long as nothing is known, and where what was kept is not of the schema (another version wrote
 * it). `undefined` forgets it. Key: words joined by dots, `list.stores`; at most 4 KiB of JSON. Schema and fallback are
 * constants outside the component.
 */
export function usePreference<S extends z.ZodType>(
  key: string,
  schema: S,
  fallback: z.output<S>,
): [z.output<S>, (value: z.input<S> | undefined) => void] {
  const { values, keep } = use(PreferencesContext)
  const kept = values[key]
  const value = useMemo(() => {
    const read = schema.safeParse(kept)
    return read.success ? read.data : fallback
  }, [kept, schema, fallback])
  return [value, (next) => keep(key, next)]
}

/** Whether the server has said what this person likes; before that a preference is its fallback. */
export function usePreferencesKnown(): boolean {
  return use(PreferencesContext).known
}
