import { t } from '#kit/text.ts'
import type { Point } from './geometry.ts'

/**
 * The course of a line in words, for those who do not see it: the lowest and the highest value, the last one that is
 * known, and on how many days there is none. `write` says how a value is written.
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
