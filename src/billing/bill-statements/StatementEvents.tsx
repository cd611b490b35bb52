import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Statement } from './contract.ts'
import { eventNames } from './rules.ts'

/** Access log of the bill's links. */
export function StatementEvents({ data: { events, views } }: { data: Statement }) {
  if (events.length === 0) return null
  return (
    <details className="statement-events">
      <summary>{t('查看 {n} 次，访问记录', { n: views })}</summary>
      <ul>
        {events.map(({ id, what, at, ip }) => (
          <li key={id}>
            <time dateTime={at}>{formatInstant(at).slice(0, 16)}</time>
            <span>{t(eventNames[what])}</span>
            <small>{ip}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}
