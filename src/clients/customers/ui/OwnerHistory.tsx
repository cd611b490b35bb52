import { customerSteps } from '#clients/customers/contract.ts'
import { formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import './CustomerScreen.css'

/**
 * 负责人历史: the owners with their periods and the reasons for each change. Not shown for a customer with a single owner,
 * unless the request fails.
 */
export function OwnerHistory({ customerId }: { customerId: number }) {
  const call = useCall(customerSteps.owners, { id: customerId }, { messagePlace: 'inPage' })
  const count = call.data?.items.length ?? 0
  if (count < 2 && !call.error) return null
  return (
    <Panel title={t('负责人历史')}>
      <Loaded call={call} compact>
        {({ items }) => (
          <ol className="owner-history">
            {items.map(({ id, ownerName, fromAt, toAt, reason, byName }) => (
              <li key={id}>
                <b>{ownerName}</b>
                <span dir="ltr">
                  {formatInstant(fromAt).slice(0, 10)} – {toAt ? formatInstant(toAt).slice(0, 10) : t('至今')}
                </span>
                {reason && (
                  <small>{byName ? t('{reason}（{name}移交）', { reason, name: byName }) : reason}</small>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  )
}
