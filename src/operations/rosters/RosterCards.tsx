import { Button } from 'antd'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import type { SpecialDay } from '#operations/calendar-days/contract.ts'
import { EntryMarks } from './EntryMark.tsx'
import { dayTitle } from './RosterGrid.tsx'
import type { RosterLogProps } from './RosterLog.tsx'
import type { WeekRow } from './week.ts'

const RosterLog = lazyWindow<'RosterLog', RosterLogProps>(
  () => import('./RosterLog.tsx'),
  'RosterLog',
  ({ staffId }) => staffId !== undefined,
)

interface Props {
  rows: readonly WeekRow[]
  specialDays: readonly SpecialDay[]
}

/** The week read-only: a card per person, with seven days side by side. For phones, and for a person's own roster. */
export function RosterCards({ rows, specialDays }: Props) {
  const now = today(() => new Date())
  const [logOf, setLogOf] = useOpenNumber('log')
  return (
    <div className="roster-cards">
      {rows.map(({ key, agent, days, hours }) => (
        <Panel
          key={key}
          title={agent.name}
          hint={t('{n} 小时', { n: hours })}
          actions={
            <Button type="link" size="small" onClick={() => setLogOf(key)}>
              {t('改动记录')}
            </Button>
          }
        >
          <ol className="roster-days">
            {days.map(({ on, entries, assigned }) => (
              <li key={on} className={on === now ? 'roster-today' : undefined}>
                <span className="roster-day">
                  {dayTitle(on, specialDays)
                    .split(' ')
                    .map((part) => (
                      <span key={part}>{part}</span>
                    ))}
                </span>
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
      <RosterLog agents={rows.map(({ agent }) => agent)} staffId={logOf} onChoose={setLogOf} />
    </div>
  )
}
