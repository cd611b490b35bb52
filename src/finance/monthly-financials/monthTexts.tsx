import { formatDecimal, formatRate, NOTHING } from '#kit/format.ts'
import { speaksChinese, t } from '#kit/text.ts'
import type { Tone } from '#kit/ui/StatusTag.tsx'
import type { MonthResult } from './contract.ts'
import type { Line } from './monthLines.ts'
import { thisMonth } from './useMonths.tsx'

/** Formats a value of a line; amounts have no currency sign, because the page states the unit. */
export function lineText({ type }: Line, value: number | null): string {
  if (value === null) return NOTHING
  return type === 'rate' ? formatRate(value) : formatDecimal(value, 2)
}

/** Text of a month's status: 已结 第 2 版, 未结, 进行中. */
export function statusText({ month, status, snapshotNo }: MonthResult): string {
  if (status === 'closed')
    return snapshotNo && snapshotNo > 1 ? t('已结 第 {n} 版', { n: snapshotNo }) : t('已结')
  if (status === 'reopened') return t('反结')
  if (status === 'before') return t('未启用')
  return month >= thisMonth() ? t('进行中') : t('未结')
}

/** Color of a month's status. */
export function statusTone({ status, month }: MonthResult): Tone {
  if (status === 'closed' || status === 'before') return 'grey'
  if (status === 'reopened') return 'orange'
  return month >= thisMonth() ? 'grey' : 'blue'
}

/** Unit of amounts in charts. */
export const shortUnit = () => (speaksChinese() ? t('万元') : t('千元'))

/** Formats 分 in `shortUnit` for charts: `12.34` 万元. */
export function shortMoney(cents: number): string {
  return formatDecimal(Math.round(cents / 10_000), speaksChinese() ? 2 : 1)
}
