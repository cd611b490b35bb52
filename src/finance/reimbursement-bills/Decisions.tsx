import { formatInstantShort, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { ClaimPage, Decision } from './contract.ts'
import { levelNames, statusNames, statusTones } from './rules.ts'

/** Decisions on the claim, oldest first, and the levels still to decide. */
export function Decisions({ page }: { page: ClaimPage }) {
  const { decisions, levels } = page
  if (decisions.length === 0 && levels.length === 0)
    return <p className="claim-quiet">{t('还没有提交审核')}</p>
  return (
    <ol className="claim-decisions">
      {decisions.map((decision) => (
        <DecisionRow key={decision.id} decision={decision} />
      ))}
      {levels.map((level) => (
        <li key={level} className="claim-decision-open">
          <span>{t(levelNames[level])}</span>
          <small>{t('等待审核')}</small>
        </li>
      ))}
    </ol>
  )
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { verdict, byName, forName, at, approvedCents, note, level } = decision
  const who = forName ? t('{name}代{absent}', { name: byName, absent: forName }) : byName
  return (
    <li>
      <span>
        {t(levelNames[level])} <StatusTag tone={statusTones[verdict]} label={t(statusNames[verdict])} />
      </span>
      <small>
        {who} · {formatInstantShort(at)}
        {approvedCents !== null && ` · ${formatMoney(approvedCents)}`}
      </small>
      {note && <p>{note}</p>}
    </li>
  )
}
