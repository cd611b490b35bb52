import { type Day, daysBetween, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import './Values.css'

/** A contract's end is announced this many days before it (domain: reminders at 30, 7 and 0 days). */
const NOTICE_DAYS = 30

/** How far away a last day is, if it is near or past: 剩 12 天, 今天到期, 已到期. */
export function deadlineText(day: Day | null): string | undefined {
  if (!day) return undefined
  const left = daysBetween(
    today(() => new Date()),
    day,
  )
  if (left < 0) return t('已到期')
  if (left === 0) return t('今天到期')
  return left <= NOTICE_DAYS ? t('剩 {n} 天', { n: left }) : undefined
}

/** A last day; if it is near or past, with a note in orange. */
export function Deadline({ day }: { day: Day | null }) {
  if (!day) return <>-</>
  const note = deadlineText(day)
  return (
    <span className="value-deadline">
      <bdi>{day}</bdi>
      {note && (
        <small>
          <bdi>{note}</bdi>
        </small>
      )}
    </span>
  )
}
