import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { CellSource } from '#kit/cellSource.ts'
import type { CellWords } from '#kit/cellWords.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import type { DaysWord } from '#kit/relativeDays.ts'
import type { IconName } from '#kit/ui/Icon.tsx'
import type { OptionsEndpoint } from '#kit/ui/useOptions.tsx'
import type { FilterValue } from './address.ts'
import type { RowResult } from './eachRow.ts'

/** An endpoint that answers `{ items, total }` to the query of `page()`. */
export type ListEndpoint = Endpoint<Need, z.ZodType, z.ZodType<{ items: unknown[]; total: number }>>
export type Answer<E extends ListEndpoint> = z.output<E['output']>
export type Row<E extends ListEndpoint> = Answer<E>['items'][number]
/** The names that the endpoint's query knows; a filter of another name does not compile. */
export type QueryKey<E extends ListEndpoint> = Extract<keyof z.input<E['input']>, string>

export interface Choice<V extends string | number = string | number> {
  value: V
  label: string
}

/** A field of the search form. Values travel as text in the address; the endpoint's schema reads them. */
export type Filter<K extends string = string> = { label: string; placeholder?: string } & (
  | { key: K; control: 'text' }
  | { key: K; control: 'select' | 'multi'; options: readonly Choice[] }
  | {
      key: K
      control: 'remote'
      options: OptionsEndpoint
      /** What else the endpoint asks for: `{ purpose: 'leader' }`. */
      query?: Record<string, unknown>
      multiple?: boolean
    }
  /**
   * Two days, both included; `maxDays` is said in the message; `future: false` closes the days after today. A span
   * that has a name stands as its word where the first day would: `from=last7` (kit/relativeDays.ts).
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
      /** What its tag says. */
      show: (value: FilterValue) => string
    }
)

/** What a value is: it decides alignment, how it is written, and the cell's type in an export. */
export type ValueType = 'text' | 'count' | 'money' | 'rate' | 'seconds' | 'day' | 'instant'

export type CellValue = string | number | boolean | readonly string[] | null | undefined

export interface Column<T> {
  key: string
  title: string
  /** Default `text`. */
  type?: ValueType
  /** Where the plain value comes from, for the default cell and for exports. Default: `row[key]`. */
  from?: CellSource
  /** The same in words that the feature says of the whole row, in the browser and on the server (its `words.ts`). */
  words?: CellWords<T>
  /** The cell, where the plain value is not enough (a link, a tag). Without it the value is written by its type. */
  render?: (row: T) => ReactNode
  /** Sortable; `true` sorts by `key`, a text names the endpoint's sort field. */
  sort?: boolean | string
  width?: number
  align?: 'start' | 'end' | 'center'
  /** A sentence at the head, for what the title cannot say. */
  hint?: string
  /** Place on the phone's card: one name, one status, notes in a line, at most two figures, one remark. Default: not on it. */
  phone?: 'name' | 'status' | 'note' | 'figure' | 'remark'
  /** Not shown until it is chosen. */
  hidden?: boolean
  /** Cannot be hidden, and stands still when the table scrolls sideways: the key column. */
  pinned?: boolean
  /** False where the column is no data (a sparkline). */
  exported?: boolean
}

/** A link of a row. More than two: the first two stand, the rest are under "…". */
export interface RowAction {
  key: string
  label: string
  onClick?: () => unknown
  /** A path, instead of onClick. */
  to?: string
  danger?: boolean
  /** Asked before; says what will happen. */
  confirm?: string
  /** Why it is not possible now: the link or button is grey and says so. */
  disabled?: string | false
}

/** What a person may do with a page or a whole list. The primary one is the one filled button of the screen. */
export interface Action extends RowAction {
  icon?: IconName
  primary?: boolean
}

/** The work of a batch. What became of each row is shown, and what succeeded is no longer selected; null: all stays. */
export type BatchWork = (progress: (done: number) => void) => Promise<RowResult[] | null>

/** A form that asks what to do with the selected rows, and then has it done by `run`. */
export interface BatchForm<T> {
  rows: T[]
  run: (work: BatchWork) => Promise<void>
  close: () => void
}

/** An act on all selected rows: at once, after a question, or after a form. */
export type BatchAction<T> = { key: string; label: string; danger?: boolean } & (
  | {
      onClick: (rows: T[], progress: (done: number) => void) => ReturnType<BatchWork>
      /** Asked before; says what will happen. */
      confirm?: (rows: T[]) => string
    }
  | { form: (batch: BatchForm<T>) => ReactNode }
)

/** A row of totals: cells by column key (a number is written by its column's type) and a note beside its name. */
export interface Totals {
  note?: ReactNode
  cells: Record<string, ReactNode | number>
}

export interface StatusTabs<A, K extends string = string> {
  key: K
  options: readonly Choice<string>[]
  /** How many rows each tab holds; `all` for 全部. */
  counts?: (answer: A) => Record<string, number> | undefined
}

/** What an empty list says: what belongs here, and the first step. */
export interface Empty {
  text: string
  hint?: string
  action?: { label: string; onClick?: () => void; to?: string }
}

/** Lets a screen write `can('…') && { … }` in its lists of actions. */
export type Maybe<T> = T | false | null | undefined
