import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './FigureAbout.css'

/** How a figure comes about, in the order in which it is told. */
export interface FigureFacts {
  formula: ReactNode
  numerator?: ReactNode
  denominator?: ReactNode
  coverage?: ReactNode
  /** When it was computed: an instant. */
  at?: string
  /** Anything else worth knowing. */
  more?: ReactNode
}

/** The small i beside a figure: formula, numerator, denominator, coverage, time. */
export function FigureAbout({ title, facts }: { title: string; facts: FigureFacts }) {
  const rows: [string, ReactNode][] = [
    [t('公式'), facts.formula],
    [t('分子'), facts.numerator],
    [t('分母'), facts.denominator],
    [t('覆盖'), facts.coverage],
    [t('时间'), facts.at && t('{at} 计算', { at: formatInstant(facts.at) })],
    [t('说明'), facts.more],
  ]
  const content = (
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
  return (
    <Popover trigger="click" placement="bottom" title={title} content={content}>
      <Button
        type="text"
        size="small"
        className="figure-info"
        icon={<Icon name="info" size={14} />}
        aria-label={t('这个数字怎么来的')}
      />
    </Popover>
  )
}
