import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { CellSource } from '#kit/cellSource.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import type { DaysWord } from '#kit/relativeDays.ts'
import type { IconName } from '#kit/ui/Icon.tsx'
import type { OptionsEndpoint } from '#kit/ui/useOptions.tsx'
import type { FilterValue } from './address.ts'
import type { RowResult } from './eachRow.ts'

/** An endpoint that returns `{ items, total }` for the query of `page()`. */
export type ListEndpoint = Endpoint<Need, z.ZodType, z.ZodType<{ items: unknown[]; total: number }>>
export type Answer<E extends ListEndpoint> = z.output<E['output']>
export type Row<E extends ListEndpoint> = Answer<E>['items'][number]
/** The names in the endpoint's query; a filter with another name does not compile. */
export type QueryKey<E extends ListEndpoint> = Extract<keyof z.input<E['input']>, string>

export interface Choice<V extends string | number = string | number> {
  value: V
  label: string
}

/** A field of the search form. The address contains values as text; the endpoint's schema parses them. */
export type Filter<K extends string = string> = { label: string; placeholder?: string } & (
  | { key: K; control: 'text' }
  | { key: K; control: 'select' | 'multi'; options: readonly Choice[] }
  | {
      key: K
      control: 'remote'
      options: OptionsEndpoint
      /** Further inputs of the endpoint: `{ purpose: 'leader' }`. */
      query?: Record<string, unknown>
      multiple?: boolean
    }
  /**
   * A range of two days, both included. The message contains `maxDays`; `future: false` disables the days after today.
   * For a named range the address contains its word in place of the first day: `from=last7` (kit/relativeDays.ts).
   */
  | {
      from: K
      to: K
      control: 'days'
      maxDays?: number
      future?: boolean
      clearable?: boolean
      presets?: readonly DaysWord[]
    }
  | {
      key: K
      control: 'custom'
      render: (value: FilterValue | undefined, change: (value: FilterValue | undefined) => void) => ReactNode
      /** The text of its tag. */
      show: (value: FilterValue) => string
    }
)

/** The type of a value decides its alignment, its format, and the cell type in an export. */
export type ValueType = 'text' | 'count' | 'money' | 'rate' | 'seconds' | 'day' | 'instant'

export type CellValue = string | number | boolean | readonly string[] | null | undefined

export interface Column<T> {
  key: string
  title: string
  /** Default `text`. */
  type?: ValueType
  /** Source of the plain value, for the default cell and for exports. Default: `row[key]`. */
  from?: CellSource
  /** Like `from`, but formats the whole row, in the browser and on the server (the feature's `cellFormatters.ts`). */
  words?: CellFormatter<T>
  /**
   * Renders the cell if the plain value is not enough (a link, a tag). Without it the value is formatted by its type.
   */
  render?: (row: T) => ReactNode
  /** Renders the column's total if its plain value is not enough (a change with an arrow). */
  renderTotal?: (total: CellValue) => ReactNode
  /** Sortable; `true` sorts by `key`, a string is the endpoint's sort field. */
  sort?: boolean | string
  width?: number
  align?: 'start' | 'end' | 'center'
  /** A sentence in the header that explains the title. */
  hint?: string
  /**
   * Place on the phone's card: one name, one status, notes in a line, at most two figures, one remark. Default: not
   * shown.
   */
  phone?: 'name' | 'status' | 'note' | 'figure' | 'remark'
  /** Hidden until the user shows it. */
  hidden?: boolean
  /** The key column: it cannot be hidden, and stays visible when the table scrolls horizontally. */
  pinned?: boolean
  /**
   * False if the column contains no data (a sparkline); `always` if exports contain it even while it is hidden, because
   * it identifies the record when the file is imported.
   */
  exported?: boolean | 'always'
  /** The header in exports, if it differs from the title: the header of the sheet that imports such records. */
  exportTitle?: string
}

/** A link of a row. Of more than two, the first two are shown and the rest are in the menu "…". */
export interface RowAction {
  key: string
  label: string
  onClick?: () => unknown
  /** A path, instead of onClick. */
  to?: string
  danger?: boolean
  /** Confirmation text: what will happen. */
  confirm?: string
  /** Why it is not possible now: the link or button is disabled and shows the reason. */
  disabled?: string | false
}

/** An action on a page or a whole list. The primary one is the only filled button of the screen. */
export interface Action extends RowAction {
  icon?: IconName
  primary?: boolean
}

/**
 * The work of a batch. The result of each row is shown, and rows that succeeded are deselected; null keeps the
 * selection.
 */
export type BatchWork = (progress: (done: number) => void) => Promise<RowResult[] | null>

/** A form for an action on the selected rows, which it starts with `run`. */
export interface BatchForm<T> {
  rows: T[]
  run: (work: BatchWork) => Promise<void>
  close: () => void
}

/** An action on all selected rows: immediately, after a confirmation, or after a form. */
export type BatchAction<T> = { key: string; label: string; danger?: boolean } & (
  | {
      onClick: (rows: T[], progress: (done: number) => void) => ReturnType<BatchWork>
      /** Confirmation text: what will happen. */
      confirm?: (rows: T[]) => string
    }
  | { form: (batch: BatchForm<T>) => ReactNode }
)

export interface StatusTabs<A, K extends string = string> {
  key: K
  options: readonly Choice<string>[]
  /** The number of rows in each tab; `all` for 全部. */
  counts?: (answer: A) => Record<string, number> | undefined
}

/** The message of an empty list: what belongs there, and the first step. */
export interface Empty {
  text: string
  hint?: string
  action?: { label: string; onClick?: () => void; to?: string }
}

/** Allows `can('…') && { … }` in lists of actions. */
export type Maybe<T> = T | false | null | undefined
