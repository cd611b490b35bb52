import { Button, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Change } from './Change.tsx'
import type { Point } from './chart/geometry.ts'
import { Icon } from './Icon.tsx'
import { FiguresSkeleton } from './Skeletons.tsx'
import { Sparkline } from './Sparkline.tsx'
import './FigureStrip.css'
import './FigureAbout.css'

export interface Figure {
  key: string
  name: string
  /** The formatted value: `18,737`; null is 缺数据. */
  value: string | null
  unit?: string
  /** 较前一日 ▼ 11.8 %. `bp` null: nothing to compare with. */
  change?: { label: string; bp: number | null; points?: boolean; bad?: boolean; text?: string }
  /** Shown instead of a change, or next to it. */
  note?: ReactNode
  /** 32/34 店已报: orange while it is incomplete. */
  coverage?: { text: string; complete: boolean; to?: string }
  trend?: readonly Point[]
  /** Formats a value of the trend if it is not a count. */
  trendText?: (value: number) => string
  /** The last point of the trend is incomplete. */
  incomplete?: boolean
  /** How the figure is computed. */
  about?: FigureFacts
  /** Address of the list that the figure counts. */
  to?: string
  /** Whether the value exceeds a limit. */
  bad?: boolean
}

/**
 * Key figures in one strip, divided by hairlines.
 *
 *     <FigureStrip
 *       figures={[{
 *         key: 'yesterday', name: t('昨日咨询量'), value: formatCount(total), unit: t('人'),
 *         change: { label: t('较前一日'), bp: changeBp(total, before) },
 *         coverage: { text: t('{n}/{all} 店已报', { n: 32, all: 34 }), complete: false },
 *         trend: [812, null, 903], incomplete: true,
 *         about: { formula: t('Σ 各店咨询人数'), coverage: '32/34', at: answer.computedAt },
 *       }]}
 *     />
 */
export function FigureStrip({ figures, loading }: { figures: readonly Figure[]; loading?: boolean }) {
  if (loading) return <FiguresSkeleton count={figures.length || 4} />
  return (
    <section className="figure-strip" aria-label={t('汇总')}>
      {figures.map((figure) => (
        <OneFigure key={figure.key} figure={figure} />
      ))}
    </section>
  )
}

function OneFigure({ figure }: { figure: Figure }) {
  const { name, trend, about, incomplete } = figure
  return (
    <div className="figure">
      <div className="figure-name">
        {name}
        {about && <FigureAbout title={titleOf(figure)} facts={about} />}
      </div>
      <div className="figure-row">
        <Value figure={figure} />
        {trend && (
          <Sparkline
            values={trend}
            hollow={incomplete}
            label={t('{name}走势', { name })}
            format={figure.trendText}
          />
        )}
      </div>
      <Foot figure={figure} />
    </div>
  )
}

/** The figure in one line: 昨日咨询量 36,503 人, 回复率 98.59%. */
function titleOf({ name, value, unit = '' }: Figure): string {
  if (value === null) return name
  return `${name} ${value}${unit === '%' ? unit : ` ${unit}`}`.trimEnd()
}

function Value({ figure: { value, unit, to, bad } }: { figure: Figure }) {
  const words = (
    <bdi>
      {value ?? <span className="figure-missing">{t('缺数据')}</span>}
      {value !== null && unit && <small>{unit}</small>}
    </bdi>
  )
  const className = bad ? 'figure-value figure-bad' : 'figure-value'
  return to ? (
    <Link className={className} to={to}>
      {words}
    </Link>
  ) : (
    <div className={className}>{words}</div>
  )
}

function Foot({ figure: { change, note, coverage } }: { figure: Figure }) {
  if (!change && !note && !coverage) return null
  const className = coverage?.complete === false ? 'figure-incomplete' : undefined
  return (
    <div className="figure-foot">
      <span className="figure-change">
        {change && (
          <>
            {change.label} <Change {...change} />
          </>
        )}
        {note}
      </span>
      {coverage?.to ? (
        <Link className={className} to={coverage.to}>
          {coverage.text}
        </Link>
      ) : (
        <span className={className}>{coverage?.text}</span>
      )}
    </div>
  )
}

/** How a figure is computed, in the order of display. */
interface FigureFacts {
  formula: ReactNode
  numerator?: ReactNode
  denominator?: ReactNode
  coverage?: ReactNode
  /** The instant at which it was computed. */
  at?: string | undefined
  /** Further notes. */
  more?: ReactNode
}

const DISTANCE = 4

/**
 * Distance in px from the button to the bottom of its figure: the popover opens there, so that it does not cover the
 * figure.
 */
function roomBelow(button: HTMLElement | null): number {
  const figure = button?.closest('.figure')
  if (!button || !figure) return 0
  return figure.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom
}

/** The info button next to a figure: formula, numerator, denominator, coverage, time. */
function FigureAbout({ title, facts }: { title: string; facts: FigureFacts }) {
  const button = useRef<HTMLButtonElement>(null)
  const [below, setBelow] = useState(0)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      align={{ offset: [0, below + DISTANCE] }}
      onOpenChange={(open) => open && setBelow(roomBelow(button.current))}
      title={title}
      content={<Facts facts={facts} />}
    >
      <Button
        ref={button}
        type="text"
        size="small"
        className="figure-info"
        icon={<Icon name="info" size={14} />}
        aria-label={t('这个数字怎么来的')}
      />
    </Popover>
  )
}

function Facts({ facts }: { facts: FigureFacts }) {
  const rows: [string, ReactNode][] = [
    [t('公式'), facts.formula],
    [t('分子'), facts.numerator],
    [t('分母'), facts.denominator],
    [t('覆盖'), facts.coverage],
    [t('时间'), facts.at && t('{at} 计算', { at: formatInstant(facts.at) })],
    [t('说明'), facts.more],
  ]
  return (
    <dl className="figure-about">
      {rows.map(
        ([name, words]) =>
          words && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
