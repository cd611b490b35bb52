import { t } from '#kit/text.ts'
import type { Point } from './geometry.ts'

/**
 * Describes a line in words for screen readers: lowest, highest and last known value, and the number of days without a
 * value. `write` formats a value.
 */
export function describeSeries(values: readonly Point[], format: (value: number) => string): string {
  const numbers = values.filter((value) => value !== null)
  const last = numbers.at(-1)
  if (last === undefined) return t('没有数据')
  const figures = t('最低 {low}，最高 {high}，最近 {last}', {
    low: format(Math.min(...numbers)),
    high: format(Math.max(...numbers)),
    last: format(last),
  })
  const missing = values.length - numbers.length
  return missing === 0 ? figures : figures + t('，缺 {n} 天', { n: missing })
}
