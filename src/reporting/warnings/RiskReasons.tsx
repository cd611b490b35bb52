import { t } from '#kit/text.ts'
import { reasonText } from './cellFormatters.ts'
import type { RiskPart } from './contract.ts'
import './warnings.css'

interface Props {
  parts: readonly RiskPart[]
  /** Null if the user may not see the score; then the reasons have no points. */
  score: number | null
}

/** The reasons of a score with their points, highest first. */
export function RiskReasons({ parts, score }: Props) {
  const sorted = [...parts].sort((a, b) => b.points - a.points)
  return (
    <ul className="risk-reasons">
      {sorted.map((part) => (
        <li key={part.key} className={part.points > 0 ? undefined : 'risk-none'}>
          <span>{reasonText(part)}</span>
          {score !== null && <b>{part.points > 0 ? t('+{n} 分', { n: part.points }) : t('0 分')}</b>}
        </li>
      ))}
    </ul>
  )
}
