import * as z from 'zod'
import type { ListView, TableLayout } from '#kit/ui/listViews.tsx'
import { usePreference } from '#kit/ui/preferences.tsx'
import { arrangeColumns, isShown, moveColumn, type Pin, pinOf } from './arrange.ts'
import type { Column } from './declare.tsx'

const Keys = z.string().max(64)
const Preferences = z.object({
  dense: z.boolean().default(false),
  shown: z.record(Keys, z.boolean()).default({}),
  order: z.array(Keys).default([]),
  pins: z.record(Keys, z.enum(['start', 'end', 'none'])).default({}),
})

const DEFAULTS: TableLayout = Preferences.parse({})

/** The parts of a column that its settings need. */
export type ColumnHead = Pick<Column<never>, 'key' | 'title' | 'pinned' | 'hidden'>

/** The arrangement of the columns, and functions to change it. */
export interface ColumnPreferences {
  dense: boolean
  /** The columns in order, including hidden ones. */
  all: ColumnHead[]
  pins: Readonly<Record<string, Pin>>
  isShown: (column: ColumnHead) => boolean
  pinOf: (column: ColumnHead) => Pin
  setDense: (dense: boolean) => void
  show: (column: ColumnHead, shown: boolean) => void
  pin: (column: ColumnHead, pin: Pin) => void
  /** Moves a column to the place of another. */
  move: (key: string, overKey: string) => void
  /** Restores the default columns. */
  reset: () => void
}

export interface TablePreferences<T> extends ColumnPreferences {
  /** The columns of the table, in order. */
  visible: Column<T>[]
  /** The whole arrangement, as a view stores it. */
  layout: TableLayout
  /** Restores the view's arrangement, or the default columns. */
  forget: () => void
}

/**
 * The user's preferences for this table, stored on the server by user and list. In a view the table starts with the
 * view's arrangement; changes to it are stored for that view and this user only.
 */
export function usePreferences<T>(
  list: string,
  columns: readonly Column<T>[],
  view: ListView | null = null,
): TablePreferences<T> {
  const key = view ? `${list}.saved-${view.id}` : list
  const [arrangement, set] = usePreference(
    key,
    Preferences,
    (view?.look ?? DEFAULTS) as z.output<typeof Preferences>,
  )
  const save = (layout: TableLayout | undefined) => set(layout as z.output<typeof Preferences> | undefined)
  const all = arrangeColumns(columns, arrangement)
  return {
    layout: arrangement,
    forget: () => save(undefined),
    dense: arrangement.dense,
    all,
    visible: all.filter((column) => isShown(column, arrangement)),
    pins: arrangement.pins,
    isShown: (column) => isShown(column, arrangement),
    pinOf: (column) => pinOf(column, arrangement),
    setDense: (dense) => save({ ...arrangement, dense }),
    show: (column, shown) => save({ ...arrangement, shown: { ...arrangement.shown, [column.key]: shown } }),
    pin: (column, pin) => save({ ...arrangement, pins: { ...arrangement.pins, [column.key]: pin } }),
    move: (key, overKey) =>
      save({ dense: arrangement.dense, ...moveColumn(columns, arrangement, key, overKey) }),
    reset: () => save(view ? undefined : { ...DEFAULTS, dense: arrangement.dense }),
  }
}
