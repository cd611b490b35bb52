import { Link } from 'react-router'
import { formatCount, formatDecimal, formatDuration, formatInstant, NOTHING, rateValue } from '#kit/format.ts'
import { t, together } from '#kit/text.ts'
import type { Figure as StripFigure } from '#kit/ui/FigureStrip.tsx'
import type { Figure } from './contract.ts'
import { metricNames } from './rules.ts'
import { isLargeFall } from './volumeColumns.tsx'

/** What the figures of a strip have in common. */
export interface FigureContext {
  /** The last day in words: 昨日, 05-18. */
  word: string
  /** When these figures were asked for, and when the newest of them was written. */
  at: string
  updatedAt: string | null
  /** The list of what a figure lacks. */
  missing?: (figure: Figure) => string
}

const VOLUMES: ReadonlySet<Figure['unit']> = new Set(['users', 'visits'])

/** Response times: some platforms never give them, so what has none is not awaited. */
const isResponse = ({ unit }: Figure) => unit === 'seconds'

/** The strip's figure for a report's: its name, how it is written, and what explains it. */
export function stripFigure(figure: Figure, context: FigureContext): StripFigure {
  const { value, comparison, series, reported, expected } = figure
  return {
    key: `${figure.key}${figure.metric ?? ''}`,
    name: nameOf(figure, context.word),
    value: value === null ? (expected === 0 ? NOTHING : null) : written(figure, value),
    unit: expected === 0 && value === null ? '' : unitOf(figure, value),
    change: {
      label: comparison.with === 'prevDay' ? t('较前一日') : t('较上一期'),
      bp: comparison.changeBp,
      points: figure.unit === 'rate',
      bad: VOLUMES.has(figure.unit) && isLargeFall(comparison.changeBp),
      ...secondsApart(figure),
    },
    coverage: coverageOf(figure, context),
    trend: series.length > 1 ? series : undefined,
    trendText: (value) => written(figure, value) + unitOf(figure, value),
    incomplete: reported < expected && !isResponse(figure),
    about: aboutOf(figure, context),
  }
}

function nameOf({ key, metric }: Figure, word: string): string {
  const rate = metric ? t(metricNames[metric]) : ''
  const ofDay = (text: string) => together(word, text)
  const names: Record<Figure['key'], string> = {
    lastDay: ofDay(t('咨询量')),
    period: t('期间咨询量'),
    perStoreDay: t('每店日均'),
    coverage: t('上报率'),
    rate: ofDay(rate),
    periodRate: together(t('期间'), rate),
    firstResponse: ofDay(t('平均首响')),
    averageResponse: ofDay(t('平均响应')),
  }
  return names[key]
}

const MINUTE = 60

function written({ unit }: Pick<Figure, 'unit'>, value: number): string {
  if (unit === 'rate') return rateValue(value)
  if (unit !== 'seconds') return formatCount(value)
  return value < MINUTE ? formatDecimal(Math.round(value * 10), 1) : formatDuration(value)
}

function unitOf({ unit }: Figure, value: number | null): string {
  if (unit === 'rate') return '%'
  if (unit === 'seconds') return value !== null && value < MINUTE ? t('秒') : ''
  return unit === 'users' ? t('人') : t('人次')
}

/** Response times differ by seconds, not by percent. */
function secondsApart({ unit, comparison: { now, before } }: Figure): { text?: string } {
  if (unit !== 'seconds' || now === null || before === null) return {}
  const apart = Math.abs(Math.round((now - before) * 10))
  return { text: apart === 0 ? t('持平') : t('{n} 秒', { n: formatDecimal(apart, 1) }) }
}

const OF_PERIOD: ReadonlySet<Figure['key']> = new Set(['period', 'perStoreDay', 'coverage', 'periodRate'])

/** Whether a figure speaks of the whole period, or of its last day alone. */
export function isOfPeriod({ key }: Figure): boolean {
  return OF_PERIOD.has(key)
}

function coverageOf(figure: Figure, { missing }: FigureContext) {
  const { reported, expected } = figure
  const complete = reported === expected || isResponse(figure)
  const counts = { n: formatCount(reported), all: formatCount(expected) }
  return {
    text: coverageText(figure, counts),
    complete,
    ...(!complete && missing && { to: missing(figure) }),
  }
}

function coverageText(figure: Figure, counts: { n: string; all: string }): string {
  if (figure.expected === 0) return t('没有应报的店铺')
  if (isResponse(figure)) return t('{n}/{all} 店有此项', counts)
  return isOfPeriod(figure) ? t('{n}/{all} 店日', counts) : t('{n}/{all} 店已报', counts)
}

function aboutOf(figure: Figure, context: FigureContext) {
  const { formula, numerator, denominator } = figure
  const { text, to } = coverageOf(figure, context)
  return {
    // 回复率 = Σ …: the metric's name, and how it is reckoned.
    formula: formula
      .split(' = ')
      .map((part) => t(part))
      .join(' = '),
    ...(denominator !== null && {
      numerator: counted(numerator, partUnit(figure)),
      denominator: counted(denominator, wholeUnit(figure)),
    }),
    coverage: to ? (
      <>
        {text}，<Link to={to}>{t('查看未报的')}</Link>
        {t('；它们不计入')}
      </>
    ) : (
      text
    ),
    at: context.at,
    more: <More figure={figure} updatedAt={context.updatedAt} />,
  }
}

const counted = (value: number | null, unit: string) => `${formatCount(value)} ${unit}`

function partUnit({ key, unit }: Figure): string {
  if (key === 'coverage') return t('店日')
  return unit === 'seconds' ? t('秒') : t('人次')
}

function wholeUnit({ key }: Figure): string {
  return key === 'coverage' || key === 'perStoreDay' ? t('店日') : t('人次')
}

/** Over what the change compares, and how fresh the figures are. */
function More({ figure, updatedAt }: { figure: Figure; updatedAt: string | null }) {
  const { now, before, pairs } = figure.comparison
  const sign = figure.unit === 'rate' ? '%' : ''
  const side = (value: number) => written(figure, value) + sign
  return (
    <>
      {now !== null && before !== null && figure.key !== 'coverage' && (
        <>
          {t('变化只比较两边都有数据的 {n} {unit}：{before} → {now}', {
            n: formatCount(pairs),
            unit: isOfPeriod(figure) ? t('个店日') : t('家店'),
            before: side(before),
            now: side(now),
          })}
          <br />
        </>
      )}
      {updatedAt ? t('数据更新至 {at}', { at: formatInstant(updatedAt) }) : t('这段时间还没有数据')}
    </>
  )
}
