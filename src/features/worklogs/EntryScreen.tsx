import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { preloadQuestions } from '#kit/ui/lazyModal.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { worklogDays } from './contractDay.ts'
import { EntryDay } from './EntryDay.tsx'
import { EntryNotes } from './EntryNotes.tsx'
import './Entry.css'

/** The log that a person writes: a day and a shift, which stand in the address. */
export function EntryScreen() {
  const [params] = useSearchParams()
  useEffect(preloadQuestions, [])
  const [on, shift] = [params.get('on'), params.get('shift')]
  const asked = { ...(on && { on }), ...(shift && { shift: shift as never }) }
  const {
    data: day,
    error,
    refetch,
    isFetching,
  } = useCall(worklogDays.day, asked, {
    skipErrorHandler: true,
    keepRows: true,
  })
  if (!day) {
    return (
      <Panel>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <TextSkeleton rows={8} />
        )}
      </Panel>
    )
  }
  return (
    <div className="entry">
      <EntryNotes day={day} />
      <EntryDay key={`${day.on} ${day.shift}`} day={day} />
    </div>
  )
}
