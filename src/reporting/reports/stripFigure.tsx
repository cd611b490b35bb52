import { Link } from 'react-router'
import { formatCount, formatDecimal, formatDuration, formatInstant, NOTHING, rateValue } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Figure as StripFigure } from '#kit/ui/FigureStrip.tsx'
import type { Figure } from './contract.ts'
import { compareLabel, coverageText, dayUnit, figureName, pairUnit, type Subject } from './figureLabels.tsx'
import { isLargeFall } from './VolumeChange.tsx'

/** Values that all figures of a strip share. */
export interface FigureContext {
  /** The label of the last day: 昨日, 05-18. */
  word: string
  /** When the figures were read, and when the newest of them was updated. */
  at: string | undefined
  updatedAt: string | null
  /** The address of the list of missing rows. */
  missing?: (figure: Figure) => string
  /** The address of the list that adds up to the figure. */
  rows?: (figure: Figure) => string
  /** What is counted; default: stores. */
  subject?: Subject
}

const VOLUMES: ReadonlySet<Figure['unit']> = new Set(['users', 'visits'])

/** Response times: some platforms never report them, so missing ones are not counted as incomplete. */
const isResponse = ({ unit }: Figure) => unit === 'seconds'

/** Converts a report's figure to a figure of the strip, with its name, format and explanation. */
export function stripFigure(figure: Figure, context: FigureContext): StripFigure {
  const { value, comparison, series, reported, expected } = figure
  return {
    key: `${figure.key}${figure.metric ?? ''}`,
    name: figureName(figure, context.word, context.subject),
    value: value === null ? (expected === 0 ? NOTHING : null) : formatFigure(figure, value),
    unit: expected === 0 && value === null ? '' : unitOf(figure, value),
    change: {
      label: compareLabel(figure),
      bp: comparison.changeBp,
      points: figure.unit === 'rate',
      bad: VOLUMES.has(figure.unit) && isLargeFall(comparison.changeBp),
      ...secondsChange(figure),
    },
    coverage: coverageOf(figure, context),
    trend: series.length > 1 ? series : undefined,
    trendText: (value) => formatFigure(figure, value) + unitOf(figure, value),
    incomplete: reported < expected && !isResponse(figure),
    about: aboutOf(figure, context),
  }
}

const MINUTE = 60

function formatFigure({ unit }: Pick<Figure, 'unit'>, value: number): string {
  if (unit === 'rate') return rateValue(value)
  if (unit !== 'seconds') return formatCount(value)
  return value < MINUTE ? formatDecimal(Math.round(value * 10), 1) : formatDuration(value)
}

function unitOf({ unit }: Figure, value: number | null): string {
  if (unit === 'rate') return '%'
  if (unit === 'seconds') return value !== null && value < MINUTE ? t('秒') : ''
  return unit === 'users' ? t('人') : t('人次')
}

/** The change of a response time is shown in seconds, not in percent. */
function secondsChange({ unit, comparison: { now, before } }: Figure): { text?: string } {
  if (unit !== 'seconds' || now === null || before === null) return {}
  const apart = Math.abs(Math.round((now - before) * 10))
  return { text: apart === 0 ? t('持平') : t('{n} 秒', { n: formatDecimal(apart, 1) }) }
}

function coverageOf(figure: Figure, { missing, subject }: FigureContext) {
  const { reported, expected } = figure
  const complete = reported === expected || isResponse(figure)
  const counts = { n: formatCount(reported), all: formatCount(expected) }
  return {
    text:
      isResponse(figure) && expected > 0
        ? t('{n}/{all} 店有此项', counts)
        : coverageText(figure, counts, subject),
    complete,
    ...(!complete && missing && { to: missing(figure) }),
  }
}

function aboutOf(figure: Figure, context: FigureContext) {
  const { formula, numerator, denominator } = figure
  const { text, to } = coverageOf(figure, context)
  return {
    // Translates the metric's name and the expression separately: 回复率 = Σ ….
    formula: t('{formula}（第 {n} 版）', {
      formula: formula
        .split(' = ')
        .map((part) => t(part))
        .join(' = '),
      n: figure.version,
    }),
    ...(denominator !== null && {
      numerator: countWithUnit(numerator, numeratorUnit(figure, context.subject)),
      denominator: countWithUnit(denominator, denominatorUnit(figure, context.subject)),
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
    more: <More figure={figure} context={context} />,
  }
}

const countWithUnit = (value: number | null, unit: string) => `${formatCount(value)} ${unit}`

function numeratorUnit({ key, unit }: Figure, subject: Subject = 'stores'): string {
  if (key === 'coverage') return dayUnit(subject)
  return unit === 'seconds' ? t('秒') : t('人次')
}

function denominatorUnit({ key }: Figure, subject: Subject = 'stores'): string {
  return key === 'coverage' || key === 'perStoreDay' ? dayUnit(subject) : t('人次')
}

/** The basis of the comparison, and the last update of the figures. */
function More({ figure, context }: { figure: Figure; context: FigureContext }) {
  const { updatedAt, subject, rows } = context
  const { now, before, pairs } = figure.comparison
  const sign = figure.unit === 'rate' ? '%' : ''
  const side = (value: number) => formatFigure(figure, value) + sign
  return (
    <>
      {now !== null && before !== null && figure.key !== 'coverage' && (
        <>
          {t('变化只比较两边都有数据的 {n} {unit}：{before} → {now}', {
            n: formatCount(pairs),
            unit: pairUnit(figure, subject),
            before: side(before),
            now: side(now),
          })}
          <br />
        </>
      )}
      {updatedAt ? t('数据更新至 {at}', { at: formatInstant(updatedAt) }) : t('这段时间还没有数据')}
      {rows && (
        <>
          <br />
          <Link to={rows(figure)}>{t('查看构成它的每一行')}</Link>
        </>
      )}
    </>
  )
}
