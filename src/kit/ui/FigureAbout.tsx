import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './FigureAbout.css'

/** How a figure is computed, in the order of display. */
export interface FigureFacts {
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
export function FigureAbout({ title, facts }: { title: string; facts: FigureFacts }) {
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
