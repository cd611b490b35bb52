import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { preloadDialogs } from '#kit/ui/lazyModal.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { worklogDays } from './contractDay.ts'
import { EntryDay } from './EntryDay.tsx'
import { EntryNotes } from './EntryNotes.tsx'
import './Entry.css'

/** The log that the user writes. The query string contains its day and shift. */
export function EntryScreen() {
  const [params] = useSearchParams()
  useEffect(() => void preloadDialogs(), [])
  const [on, shift] = [params.get('on'), params.get('shift')]
  const query = { ...(on && { on }), ...(shift && { shift: shift as never }) }
  const call = useCall(worklogDays.day, query, { messagePlace: 'inPage', keepRows: true })
  const skeleton = (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
  return (
    <Loaded call={call} skeleton={skeleton} panel>
      {(day) => (
        <div className="entry">
          <EntryNotes day={day} />
          <EntryDay key={`${day.on} ${day.shift}`} day={day} />
        </div>
      )}
    </Loaded>
  )
}
