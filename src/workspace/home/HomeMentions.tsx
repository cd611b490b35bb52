import { Link } from 'react-router'
import { customerNotes } from '#clients/customer-notes/contract.ts'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import type { HomeCareAnswer } from './answer.tsx'

/** 提到我的: unread notes that mention the user. Renders nothing if there are none. */
export function HomeMentions({ mentions }: { mentions: HomeCareAnswer['mentions'] }) {
  const read = useAction(customerNotes.read)
  if (mentions.count === 0) return null
  const more = mentions.count - mentions.items.length
  return (
    <Panel title={t('提到我的')} hint={more > 0 ? t('还有 {n} 条', { n: more }) : undefined} flush>
      <ul className="home-mentions">
        {mentions.items.map(({ id, customerId, customerName, text, createdByName, createdAt }) => (
          <li key={id}>
            <Link to={`/customer-management/${customerId}?tab=contact`}>{customerName}</Link>
            <p>{text}</p>
            <small>
              {createdByName} · {formatInstantShort(createdAt)}
            </small>
            <button type="button" onClick={() => read.mutate({ id })} disabled={read.isPending}>
              {t('标为已读')}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
