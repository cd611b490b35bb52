import { Link } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { addDays, dayOf, today } from '#kit/calendar.ts'
import { formatInstant, formatWeekday } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t, translateAll } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { Notice } from './contract.ts'
import { notices } from './contract.ts'
import { kindNames } from './rules.ts'

interface Props {
  items: readonly Notice[]
  /** Called when the user opens a notice. */
  onOpen: () => void
}

/** Notices grouped by day. */
export function NoticeDays({ items, onOpen }: Props) {
  const days = Map.groupBy(items, ({ at }) => dayOf(new Date(at)))
  return (
    <>
      {[...days].map(([day, dayNotices]) => (
        <section key={day} className="notices-day">
          <h3>{dayName(day)}</h3>
          <ul>
            {dayNotices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { id, kind, title, text, link, at, readAt } = notice
  const read = useAction(notices.read)
  const { viewer } = useUser()
  const open = () => {
    if (!readAt && !viewer) read.mutate({ id })
    onOpen()
  }
  return (
    <li className={readAt ? 'notice' : 'notice notice-unread'}>
      <Link to={link} onClick={open}>
        <strong>{translateAll(title.sentence, title.values)}</strong>
        {text && <p>{translateAll(text.sentence, text.values)}</p>}
        <small>
          {!readAt && <span className="notice-new">{t('未读')}</span>}
          {t(kindNames[kind])} · {formatInstant(at).slice(11, 16)}
        </small>
      </Link>
    </li>
  )
}

/** For example 今天, 昨天 or 05-17 周日. */
function dayName(day: Day): string {
  const now = today(() => new Date())
  if (day === now) return t('今天')
  if (day === addDays(now, -1)) return t('昨天')
  return `${day.slice(0, 4) === now.slice(0, 4) ? day.slice(5) : day} ${formatWeekday(day)}`
}
