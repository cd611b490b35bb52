import { t } from '#kit/text.ts'
import type { RiskPart } from './contract.ts'
import { reasonText } from './warningWords.tsx'
import './warnings.css'

/** Why a score is as it is: each reason with its points; what gave none stands after it. */
export function RiskReasons({ parts }: { parts: readonly RiskPart[] }) {
  const sorted = [...parts].sort((a, b) => b.points - a.points)
  return (
    <ul className="risk-reasons">
      {sorted.map((part) => (
        <li key={part.key} className={part.points > 0 ? undefined : 'risk-none'}>
          <span>{reasonText(part)}</span>
          <b>{part.points > 0 ? t('+{n} 分', { n: part.points }) : t('0 分')}</b>
        </li>
      ))}
    </ul>
  )
}
