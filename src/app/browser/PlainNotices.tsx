import { sentenceOf } from '#kit/failures.ts'
import { useStanding } from './announce.tsx'
import './PlainNotices.css'

/** What failed before the console was there, in the places and for the time that its messages have. */
export function PlainNotices() {
  return (
    <div aria-live="assertive">
      {useStanding().map((notice) => (
        <div key={notice.kind} className={`plain-notice plain-${notice.kind}`} role="alert">
          {notice.kind === 'notification' && <strong>{notice.title}</strong>}
          <p>{sentenceOf(notice)}</p>
        </div>
      ))}
    </div>
  )
}
