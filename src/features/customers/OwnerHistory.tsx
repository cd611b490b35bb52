import { formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { customerSteps } from './contract.ts'
import './CustomerScreen.css'

/** 负责人历史: who was in charge, from when to when, and why it changed. Nothing where nobody else ever was. */
export function OwnerHistory({ customerId }: { customerId: number }) {
  const { data } = useCall(customerSteps.owners, { id: customerId }, { skipErrorHandler: true })
  if (!data || data.items.length < 2) return null
  return (
    <Panel title={t('负责人历史')}>
      <ol className="owner-history">
        {data.items.map(({ id, ownerName, fromAt, toAt, reason, byName }) => (
          <li key={id}>
            <b>{ownerName}</b>
            <span>
              {formatInstant(fromAt).slice(0, 10)} – {toAt ? formatInstant(toAt).slice(0, 10) : t('至今')}
            </span>
            {reason && (
              <small>{byName ? t('{reason}（{name}移交）', { reason, name: byName }) : reason}</small>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
