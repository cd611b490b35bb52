import type { Figures } from './reader/figures.ts'

/** Columns that all tables of figures share: people, sessions and totals, within 32 bits. */
export const countColumns = [
  'consult_users',
  'consult_sessions',
  'need_human_users',
  'handled_users',
  'handled_sessions',
  'unreplied',
  'unreplied_3min',
  'replied',
  'reply_base',
  'within_3min',
  'within_3min_base',
  'within_30s',
  'within_30s_base',
  'frt_weight',
  'art_weight',
  'satisfied',
  'evaluated',
  'inquiry_users',
  'order_users',
] as const

/** Columns beyond 32 bits: hundredths of a second, 分. */
export const longColumns = ['frt_total_cs', 'art_total_cs', 'sales_cents'] as const

export const numberColumns = [...countColumns, ...longColumns]

/** All columns of a row of figures. */
export const figureColumns = [...numberColumns, 'derived', 'pending'] as const

/** A numerator or total, and the column without which it has no meaning. */
export const columnPairs = [
  ['replied', 'reply_base'],
  ['within_3min', 'within_3min_base'],
  ['within_30s', 'within_30s_base'],
  ['frt_total_cs', 'frt_weight'],
  ['art_total_cs', 'art_weight'],
  ['satisfied', 'evaluated'],
  ['order_users', 'inquiry_users'],
] as const

/** Maps a column to the field of its figures. */
export const fieldOf = Object.fromEntries(
  figureColumns.map((column) => [
    column,
    column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  ]),
) as Record<(typeof figureColumns)[number], keyof Figures>

/** Converts figures to an object by column name. */
export function toColumns(figures: Figures): Record<string, unknown> {
  return Object.fromEntries(figureColumns.map((column) => [column, figures[fieldOf[column]]]))
}
