import type { SpecialDay } from '#features/calendar-days/contract.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { EntryMarks } from './EntryMark.tsx'
import { dayTitle } from './RosterGrid.tsx'
import type { WeekRow } from './week.ts'

interface Props {
  rows: readonly WeekRow[]
  specialDays: readonly SpecialDay[]
}

/** The week to be read: a card a person, the seven days beside each other. On a phone, and for the own roster. */
export function RosterCards({ rows, specialDays }: Props) {
  const now = today(() => new Date())
  return (
    <div className="roster-cards">
      {rows.map(({ key, agent, days, hours }) => (
        <Panel key={key} title={agent.name} hint={t('{n} 小时', { n: hours })}>
          <ol className="roster-days">
            {days.map(({ on, entries, assigned }) => (
              <li key={on} className={on === now ? 'roster-today' : undefined}>
                <span className="roster-day">{dayTitle(on, specialDays)}</span>
                <span className="roster-marks">
                  <EntryMarks entries={entries} />
                  <EntryMarks entries={assigned} assumed />
                  {entries.length + assigned.length === 0 && <span className="roster-none">–</span>}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </div>
  )
}
