import { formatInstantShort } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { weekName } from './cellFormatters.ts'
import type { WarningPage } from './contract.ts'
import { statusNames } from './rules.ts'

type Event = WarningPage['events'][number]

/** The history of a warning, newest first. */
export function WarningEvents({ events }: { events: readonly Event[] }) {
  return (
    <ol className="warning-events">
      {[...events].reverse().map((event) => (
        <li key={`${event.at} ${event.status} ${event.note}`}>
          <time dateTime={event.at}>{formatInstantShort(event.at)}</time>
          <div>
            {eventText(event)}
            {event.note && <p>{event.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function eventText({ byName, status, weekOn }: Event): string {
  if (byName !== null) return t('{name}：{status}', { name: byName, status: t(statusNames[status]) })
  if (weekOn === null) return t('系统检查后发出预警')
  return t('{week} 恢复正常，系统标为已解决', { week: weekName(weekOn) })
}
