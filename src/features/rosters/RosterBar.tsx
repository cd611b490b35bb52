import { TeamPicker } from '#features/staff/TeamPicker.tsx'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { WeekStep } from '#kit/ui/WeekStep.tsx'

/** What the roster shows, as it stands in the address. */
export interface Shown {
  monday: Day
  headId: number | undefined
}

interface Props {
  shown: Shown
  /** Whether there are several teams to choose from. */
  choosesTeam: boolean
  /** What becomes of what was just written; empty where nothing was. */
  told: string
  onChange: (change: Partial<Shown>) => void
}

/** The bar over the roster: which week, which team. */
export function RosterBar({ shown, choosesTeam, told, onChange }: Props) {
  return (
    <TouchSize>
      <div className="roster-bar" role="toolbar" aria-label={t('每周排班')}>
        <WeekStep monday={shown.monday} onChange={(monday) => onChange({ monday })} />
        {choosesTeam && <TeamPicker value={shown.headId} onChange={(headId) => onChange({ headId })} />}
        <span className="roster-told" role="status">
          {told}
        </span>
      </div>
    </TouchSize>
  )
}
