import type { Day } from '#kit/calendar.ts'
import { Tomorrow } from '#operations/duty/ui/Tomorrow.tsx'
import { OwnLeaves } from '#operations/leaves/ui/OwnLeaves.tsx'

/** What lies ahead, below the log: the shifts and stores of tomorrow, and the user's leaves. */
export function EntryAhead({ today }: { today: Day }) {
  return (
    <div className="entry-ahead">
      <Tomorrow today={today} />
      <OwnLeaves today={today} />
    </div>
  )
}
