import { today } from '#kit/calendar.ts'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import type { RiskPart, WarningKind } from './contract.ts'
import { RUN_WEEKS } from './rules.ts'
import { addWeeks, lastCompleteWeek, sundayOf } from './weeks.ts'

/** A week by its first and last day: `05-11 至 05-17`. */
export function weekName(weekOn: string): string {
  return t('{from} 至 {to}', { from: weekOn.slice(5), to: sundayOf(weekOn).slice(5) })
}

/** The newest week that is over, by the clock of this machine. */
export const newestWeek = () => lastCompleteWeek(today(() => new Date()))

/** The weeks that can be looked at and run, the newest first. */
export function weekChoices(count = RUN_WEEKS): Choice<string>[] {
  const newest = newestWeek()
  return Array.from({ length: count }, (_, ago) => addWeeks(newest, -ago)).map((value) => ({
    value,
    label: `${value.slice(0, 4)} ${weekName(value)}`,
  }))
}

/** The matter in words without a figure: what is noted beside a customer is read by teams that see other stores. */
const matters: Record<WarningKind, string> = {
  near: '咨询量接近含量',
  over: '咨询量超过含量',
  fall: '咨询量下降',
  zero: '咨询量归零',
  missing: '缺数据',
}

/** What a follow-up or a churn record says about a warning unless the person says more: 05-11 至 05-17 咨询量下降. */
export function matterText({ kind, weekOn }: { kind: WarningKind; weekOn: string }): string {
  return `${weekName(weekOn)} ${t(matters[kind])}`
}

/** What was found, in words: 比基线少 55.0%. */
export function findingText({ kind, value }: { kind: WarningKind; value: number | null }): string {
  if (value === null) return t('不在您的店铺')
  switch (kind) {
    case 'near':
    case 'over':
      return t('用到含量的 {rate}', { rate: formatRate(value, 1) })
    case 'fall':
      return t('比基线少 {rate}', { rate: formatRate(-value, 1) })
    case 'zero':
      return value === -10_000 ? t('整周没有咨询') : t('有店铺整周没有咨询')
    case 'missing':
      return t('缺 {n} 店天', { n: value })
  }
}

/** A reason of the score in words. */
export function reasonText({ key, value, of }: RiskPart): string {
  const rate = formatRate(Math.abs(value ?? 0), 1)
  switch (key) {
    case 'notCompared':
      return t('没有可比的四周，咨询量不计分')
    case 'silent':
      return t('咨询量归零')
    case 'volume':
      return (value ?? 0) < 0 ? t('咨询量比基线少 {rate}', { rate }) : t('咨询量没有低于基线')
    case 'decline':
      return t('连续四周下降，共 {rate}', { rate })
    case 'belowTarget':
      return t('{n}/{all} 家店铺近四周回复率低于目标', { n: value ?? 0, all: of ?? 0 })
    case 'ratesFell':
      return t('{n}/{all} 家店铺回复率比前四周低 2 个点以上', { n: value ?? 0, all: of ?? 0 })
    case 'complaints':
      return t('近 60 天记录了 {n} 次投诉', { n: value ?? 0 })
    case 'arrears':
      return t('欠费：账单启用后计入')
  }
}
