import { t } from '#kit/text.ts'
import type { RiskPart } from './contract.ts'
import { reasonText } from './words.ts'
import './warnings.css'

interface Props {
  parts: readonly RiskPart[]
  /** Without the score that they add up to, reasons have no points. */
  score: number | null
}

/** Why a score is as it is: each reason with its points; what gave none stands after it. */
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
