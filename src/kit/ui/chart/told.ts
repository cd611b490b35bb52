import { t } from '#kit/text.ts'
import type { Point } from './geometry.ts'

/**
 * Describes a line in words for screen readers: lowest, highest and last known value, and the number of days without a
 * value. `write` formats a value.
 */
export function told(values: readonly Point[], write: (value: number) => string): string {
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  if (last === undefined) return t('没有数据')
  const figures = t('最低 {low}，最高 {high}，最近 {last}', {
    low: write(Math.min(...known)),
    high: write(Math.max(...known)),
    last: write(last),
  })
  const missing = values.length - known.length
  return missing === 0 ? figures : figures + t('，缺 {n} 天', { n: missing })
}
