import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatMoney, formatRate } from '#kit/format.ts'
import { type Say, t } from '#kit/text.ts'
import type { RiskLevel, RiskPart, Warning, WarningKind, WarningLevel } from './contract.ts'
import { kindNames, levelNames, riskNames } from './rules.ts'
import { sundayOf } from './weeks.ts'
import type { CustomerWeek } from './weeksContract.ts'

/** A week as its first and last day: `05-11 至 05-17`. */
export function weekName(weekOn: string, say: Say = t): string {
  return say('{from} 至 {to}', { from: weekOn.slice(5), to: sundayOf(weekOn).slice(5) })
}

/** The kind and level of a warning. */
export function kindText({ kind, level }: { kind: WarningKind; level: WarningLevel }, say: Say = t): string {
  return `${say(kindNames[kind])} · ${say(levelNames[level])}`
}

/** 高, 中 or 低, with the score if the user may see it. */
export function riskText({ risk, score }: { risk: RiskLevel; score: number | null }, say: Say = t): string {
  return score === null ? say(riskNames[risk]) : `${say(riskNames[risk])} ${score}`
}

/** The finding as text: 比基线少 55.0%. */
export function findingText(
  { kind, value }: { kind: WarningKind; value: number | null },
  say: Say = t,
): string {
  if (value === null) return say('其他小组的店铺')
  switch (kind) {
    case 'near':
    case 'over':
      return say('用到包量的 {rate}', { rate: formatRate(value, 1) })
    case 'fall':
      return say('比基线少 {rate}', { rate: formatRate(-value, 1) })
    case 'zero':
      return value === -10_000 ? say('整周没有咨询') : say('有店铺整周无咨询')
    case 'missing':
      return say('缺 {n} 店天', { n: value })
  }
}

/** A reason of the score as text. */
export function reasonText({ key, points, value, of }: RiskPart, say: Say = t): string {
  const rate = formatRate(Math.abs(value ?? 0), 1)
  switch (key) {
    case 'notCompared':
      return say('没有可比的四周，咨询量不计分')
    case 'silent':
      return say('咨询量归零')
    case 'volume':
      return (value ?? 0) < 0 ? say('咨询量比基线少 {rate}', { rate }) : say('咨询量没有低于基线')
    case 'decline':
      return say('连续四周下降，共 {rate}', { rate })
    case 'belowTarget':
      return say('{n}/{all} 家店铺近四周回复率低于目标', { n: value ?? 0, all: of ?? 0 })
    case 'ratesFell':
      return say('{n}/{all} 家店铺回复率比前四周低 2 个点以上', { n: value ?? 0, all: of ?? 0 })
    case 'complaints':
      return say('近 60 天记录了 {n} 次投诉', { n: value ?? 0 })
    case 'arrears':
      return arrearsText({ points, value, of }, say)
  }
}

/** The arrears, with the details that the user may see. */
function arrearsText({ points, value, of }: Omit<RiskPart, 'key'>, say: Say): string {
  if (points === 0) return value === null ? say('检查时还没有计入欠费') : say('没有逾期的欠费')
  if (value === null || of === null) return say('有逾期的欠费')
  return say('逾期欠费 {money}，最久 {n} 天', { money: formatMoney(of), n: value })
}

/** Cell texts of the lists of warnings and customers' weeks. */
export const warningFormatters = {
  kind: { name: 'warnings.kind', of: kindText } as CellFormatter<Warning>,
  finding: { name: 'warnings.finding', of: findingText } as CellFormatter<Warning>,
  week: { name: 'warnings.week', of: (row, say) => weekName(row.weekOn, say) } as CellFormatter<
    Pick<Warning, 'weekOn'>
  >,
  risk: { name: 'warnings.risk', of: riskText } as CellFormatter<Pick<Warning, 'risk' | 'score'>>,
  overage: {
    name: 'warnings.overage',
    of: (row) => (row.kind === 'over' ? row.overageCents : null),
  } as CellFormatter<Warning>,
  reasons: {
    name: 'warnings.reasons',
    of: ({ parts }, say) =>
      parts
        .filter(({ points }) => points > 0)
        .map((part) => reasonText(part, say))
        .join(say('；')),
  } as CellFormatter<CustomerWeek>,
}
