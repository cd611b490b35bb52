import type { ReactNode } from 'react'
import { formatCount, formatDuration, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { ImportGroup } from '#operations/imports/contract.ts'

/** An agent's row, or the store's own. */
type Figures = Omit<NonNullable<ImportGroup['store']>, 'row'>
type FigureKey = Exclude<keyof Figures, 'pending'>

export interface FigureColumn {
  title: string
  /** The column is shown if a row has one of these fields; a cell shows 延迟统计 if one of them is pending. */
  keys: readonly FigureKey[]
  cell: (row: Figures) => ReactNode
}

const countColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatCount(row[key]),
})
const rateColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatRate(row[key]),
})
const durationColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatDuration(row[key]),
})

/** Returns the measures in a group's file; of alternatives for the same measure only the first one present. */
export function figureColumns(group: ImportGroup): FigureColumn[] {
  const rows: Figures[] = [...group.agents, ...(group.store ? [group.store] : [])]
  const has = ({ keys }: FigureColumn) => rows.some((row) => keys.some((key) => hasValue(row, key)))
  const slots: FigureColumn[][] = [
    [countColumn(t('咨询人数'), 'consultUsers'), countColumn(t('咨询会话'), 'consultSessions')],
    [countColumn(t('接待人数'), 'handledUsers'), countColumn(t('接待会话'), 'handledSessions')],
    [countColumn(t('未回复'), 'unreplied'), countColumn(t('3 分钟未回复'), 'unreplied3min')],
    [
      replyRateColumn(),
      rateColumn(t('3 分钟回复率'), 'rate3minBp'),
      rateColumn(t('30 秒应答率'), 'rate30sBp'),
    ],
    [durationColumn(t('首响'), 'frtSec')],
    [durationColumn(t('平均响应'), 'artSec')],
    [satisfactionColumn()],
  ]
  return slots.flatMap((slot) => slot.find(has) ?? [])
}

function hasValue(row: Figures, key: FigureKey): boolean {
  return (row[key] ?? null) !== null || row.pending.includes(key)
}

/** The rate in the file, else computed from consulted and unreplied buyers. */
function replyRateColumn(): FigureColumn {
  return {
    title: t('回复率'),
    keys: ['replyRateBp', 'unreplied'],
    cell: ({ replyRateBp, consultUsers, unreplied }) =>
      formatRate(replyRateBp ?? rateOf(consultUsers, unreplied)),
  }
}

function rateOf(consulted: number | null | undefined, unreplied: number | null | undefined): number | null {
  const isComputable = typeof consulted === 'number' && consulted > 0 && typeof unreplied === 'number'
  return isComputable ? Math.round(((consulted - unreplied) * 10_000) / consulted) : null
}

function satisfactionColumn(): FigureColumn {
  return {
    title: t('满意/评价'),
    keys: ['satisfied', 'evaluated'],
    cell: ({ satisfied, evaluated }) =>
      (satisfied ?? evaluated ?? null) === null ? '-' : `${formatCount(satisfied)}/${formatCount(evaluated)}`,
  }
}
