import { useState } from 'react'
import * as z from 'zod'
import { useUser } from '#kit/ui/user.tsx'
import type { Column } from './declare.tsx'

const Preferences = z.object({
  dense: z.boolean().default(false),
  /** Columns that this person has shown or hidden against their default. */
  shown: z.record(z.string(), z.boolean()).default({}),
})
type Preferences = z.output<typeof Preferences>

export interface TablePreferences<T> {
  dense: boolean
  visible: Column<T>[]
  isShown: (column: Column<T>) => boolean
  setDense: (dense: boolean) => void
  show: (column: Column<T>, shown: boolean) => void
  /** Back to the columns as they were made. */
  reset: () => void
}

/** How this person likes this table: kept in the browser per person and list, and gone with a sign-out. */
export function usePreferences<T>(list: string, columns: readonly Column<T>[]): TablePreferences<T> {
  const key = `houtai.table.${useUser().id}.${list}`
  const [preferences, setPreferences] = useState(() => read(key))
  const keep = (next: Preferences) => {
    setPreferences(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  const isShown = (column: Column<T>) =>
    column.pinned === true || (preferences.shown[column.key] ?? !column.hidden)
  return {
    dense: preferences.dense,
    visible: columns.filter(isShown),
    isShown,
    setDense: (dense) => keep({ ...preferences, dense }),
    show: (column, shown) => keep({ ...preferences, shown: { ...preferences.shown, [column.key]: shown } }),
    reset: () => keep({ ...preferences, shown: {} }),
  }
}

/** What was kept; anything that is none of ours counts as nothing. */
function read(key: string): Preferences {
  const kept = Preferences.safeParse(jsonOf(localStorage.getItem(key)))
  return kept.success ? kept.data : Preferences.parse({})
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    // Written by another program or another version: the defaults hold.
    return {}
  }
}
