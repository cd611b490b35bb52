import * as z from 'zod'
import { usePreference } from '#kit/ui/preferences.tsx'
import type { Pin } from './arrange.ts'
import { arranged, isShown, moved, pinOf } from './arrange.ts'
import type { Column } from './declare.tsx'

const Keys = z.string().max(64)
const Preferences = z.object({
  dense: z.boolean().default(false),
  shown: z.record(Keys, z.boolean()).default({}),
  order: z.array(Keys).default([]),
  pins: z.record(Keys, z.enum(['start', 'end', 'none'])).default({}),
})

const DEFAULTS = Preferences.parse({})

/** What a column is to the one who arranges it. */
export type ColumnHead = Pick<Column<never>, 'key' | 'title' | 'pinned' | 'hidden'>

/** How the columns are arranged, and how to arrange them otherwise. */
export interface ColumnPreferences {
  dense: boolean
  /** The columns in their order, the hidden ones among them. */
  all: ColumnHead[]
  pins: Readonly<Record<string, Pin>>
  isShown: (column: ColumnHead) => boolean
  pinOf: (column: ColumnHead) => Pin
  setDense: (dense: boolean) => void
  show: (column: ColumnHead, shown: boolean) => void
  pin: (column: ColumnHead, pin: Pin) => void
  /** Puts a column in the place of another. */
  move: (key: string, overKey: string) => void
  /** Back to the columns as they were made. */
  reset: () => void
}

export interface TablePreferences<T> extends ColumnPreferences {
  /** The columns of the table, in their order. */
  visible: Column<T>[]
}

/** How this person likes this table, kept on the server per person and list. */
export function usePreferences<T>(list: string, columns: readonly Column<T>[]): TablePreferences<T> {
  const [liking, keep] = usePreference(list, Preferences, DEFAULTS)
  const all = arranged(columns, liking)
  return {
    dense: liking.dense,
    all,
    visible: all.filter((column) => isShown(column, liking)),
    pins: liking.pins,
    isShown: (column) => isShown(column, liking),
    pinOf: (column) => pinOf(column, liking),
    setDense: (dense) => keep({ ...liking, dense }),
    show: (column, shown) => keep({ ...liking, shown: { ...liking.shown, [column.key]: shown } }),
    pin: (column, pin) => keep({ ...liking, pins: { ...liking.pins, [column.key]: pin } }),
    move: (key, overKey) => {
      const { shown, order, pins } = moved(columns, liking, key, overKey)
      keep({ dense: liking.dense, shown: { ...shown }, order: [...order], pins: { ...pins } })
    },
    reset: () => keep({ ...DEFAULTS, dense: liking.dense }),
  }
}
