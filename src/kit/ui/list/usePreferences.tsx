import * as z from 'zod'
import type { ListView, Look } from '#kit/ui/listViews.tsx'
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

const DEFAULTS: Look = Preferences.parse({})

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
  /** All of it, as a view would hold it. */
  look: Look
  /** Back to what the view holds, or to the columns as they were made. */
  forget: () => void
}

/**
 * How this person likes this table, kept on the server per person and list. In a view the table stands as the view has
 * it; what a person changes there is kept for that view, and for that person alone.
 */
export function usePreferences<T>(
  list: string,
  columns: readonly Column<T>[],
  view: ListView | null = null,
): TablePreferences<T> {
  const key = view ? `${list}.saved-${view.id}` : list
  const [liking, set] = usePreference(
    key,
    Preferences,
    (view?.look ?? DEFAULTS) as z.output<typeof Preferences>,
  )
  const keep = (look: Look | undefined) => set(look as z.output<typeof Preferences> | undefined)
  const all = arranged(columns, liking)
  return {
    look: liking,
    forget: () => keep(undefined),
    dense: liking.dense,
    all,
    visible: all.filter((column) => isShown(column, liking)),
    pins: liking.pins,
    isShown: (column) => isShown(column, liking),
    pinOf: (column) => pinOf(column, liking),
    setDense: (dense) => keep({ ...liking, dense }),
    show: (column, shown) => keep({ ...liking, shown: { ...liking.shown, [column.key]: shown } }),
    pin: (column, pin) => keep({ ...liking, pins: { ...liking.pins, [column.key]: pin } }),
    move: (key, overKey) => keep({ dense: liking.dense, ...moved(columns, liking, key, overKey) }),
    reset: () => keep(view ? undefined : { ...DEFAULTS, dense: liking.dense }),
  }
}
