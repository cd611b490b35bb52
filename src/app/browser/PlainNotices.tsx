import { sentenceOf } from '#kit/failures.ts'
import { useInlineNotices } from './announce.tsx'
import './PlainNotices.css'

/** Failures before the console is loaded, shown in the position and for the duration of its messages. */
export function PlainNotices() {
  return (
    <div aria-live="assertive">
      {useInlineNotices().map((notice) => (
        <div key={notice.kind} className={`plain-notice plain-${notice.kind}`} role="alert">
          {notice.kind === 'notification' && <strong>{notice.title}</strong>}
          <p>{sentenceOf(notice)}</p>
        </div>
      ))}
    </div>
  )
}
