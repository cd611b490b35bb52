import { formatDecimal, formatRate, NOTHING } from '#kit/format.ts'
import { speaksChinese, t } from '#kit/text.ts'
import type { Tone } from '#kit/ui/StatusTag.tsx'
import type { MonthResult } from './contract.ts'
import type { Line } from './monthLines.ts'
import { thisMonth } from './useMonths.tsx'

/** A value of a line as it stands in the table: amounts without their sign, which the page's line names. */
export function lineText({ type }: Line, value: number | null): string {
  if (value === null) return NOTHING
  return type === 'rate' ? formatRate(value) : formatDecimal(value, 2)
}

/** What a month's state is called: 已结 第 2 版, 未结, 进行中. */
export function statusText({ month, status, snapshotNo }: MonthResult): string {
  if (status === 'closed')
    return snapshotNo && snapshotNo > 1 ? t('已结 第 {n} 版', { n: snapshotNo }) : t('已结')
  if (status === 'reopened') return t('反结')
  if (status === 'before') return t('未启用')
  return month >= thisMonth() ? t('进行中') : t('未结')
}

/** The state's colour. */
export function statusTone({ status, month }: MonthResult): Tone {
  if (status === 'closed' || status === 'before') return 'grey'
  if (status === 'reopened') return 'orange'
  return month >= thisMonth() ? 'grey' : 'blue'
}

/** The unit of amounts in a drawing. */
export const shortUnit = () => (speaksChinese() ? t('万元') : t('千元'))

/** 分 as short as a drawing needs it, in `shortUnit`: `12.34` 万元. */
export function shortMoney(cents: number): string {
  return formatDecimal(Math.round(cents / 10_000), speaksChinese() ? 2 : 1)
}
