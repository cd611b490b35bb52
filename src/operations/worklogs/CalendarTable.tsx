import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatInstantShort, formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { scrollSideways } from '#kit/ui/side.tsx'
import type { Remind } from './CalendarScreen.tsx'
import type { DayState, WorklogCalendar } from './contractDay.ts'
import { dayNames } from './rules.ts'
import { isUnsubmitted, lateDays } from './shifts.ts'

/** One character per state, for users who cannot tell the colours apart. */
const MARKS: Record<DayState, string> = {
  approved: '✓',
  submitted: '•',
  returned: '↩',
  draft: '…',
  missing: '×',
  due: '○',
  off: '',
}

type Agent = WorklogCalendar['agents'][number]

/** Agents × days; a day links to its log. */
export function CalendarTable({ data, remind }: { data: WorklogCalendar; remind: Remind }) {
  const scroll = useNewestInSight(data.month)
  return (
    <>
      <div className="calendar-scroll" ref={scroll}>
        <table className="calendar">
          <thead>
            <tr>
              <th className="calendar-name">{t('客服')}</th>
              <th className="calendar-count">{t('未交')}</th>
              {data.days.map((on) => (
                <th key={on} data-today={on === data.today || undefined} title={`${on} ${formatWeekday(on)}`}>
                  {Number(on.slice(8))}
                </th>
              ))}
              <th>{t('操作')}</th>
            </tr>
          </thead>
          <tbody>
            {data.agents.map((agent) => (
              <Row key={agent.id} agent={agent} data={data} remind={remind} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </>
  )
}

/** Scrolls a month that is wider than the screen to today, or an earlier month to its end. */
function useNewestInSight(month: string) {
  const scroll = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month begins anew.
  useEffect(() => {
    const all = scroll.current
    const last = all?.querySelector('[data-today], thead th:last-child')
    if (all && last) scrollSideways(all, last, 'end')
  }, [month])
  return scroll
}

function Row({ agent, data, remind }: { agent: Agent; data: WorklogCalendar; remind: Remind }) {
  const byDay = new Map(agent.days.map((day) => [day.on, day]))
  return (
    <tr>
      <th className="calendar-name" scope="row">
        {agent.name}
        <small>{agent.headName ?? t('组长')}</small>
      </th>
      <td className="calendar-count">
        {agent.open}/{agent.expected}
      </td>
      {data.days.map((on) => (
        <td key={on}>
          <Cell day={byDay.get(on)} name={agent.name} on={on} />
        </td>
      ))}
      <td className="calendar-act">
        {lateDays(agent.days, data.today).length > 0 && (
          <Button size="small" disabled={remind.busy} onClick={() => remind.send([agent.id])}>
            {t('提醒')}
          </Button>
        )}
        {agent.remindedAt && <small>{t('{at} 提醒过', { at: formatInstantShort(agent.remindedAt) })}</small>}
      </td>
    </tr>
  )
}

function Cell({ day, name, on }: { day: Agent['days'][number] | undefined; name: string; on: string }) {
  if (!day) return null
  const label = `${name} ${on} ${t(dayNames[day.state])}`
  // Too late to submit: not counted, and nobody is reminded of it.
  const isLapsed = isUnsubmitted(day.state) && !day.canStillSubmit
  const [log] = day.logs
  const mark = (
    <span
      className={`calendar-day calendar-${day.state}`}
      data-lapsed={isLapsed || undefined}
      role="img"
      aria-label={label}
      title={isLapsed ? t('{label}，不能再补写', { label }) : label}
    >
      {MARKS[day.state]}
    </span>
  )
  return log ? <Link to={`/store-worklog?log=${log.id}`}>{mark}</Link> : mark
}

const LEGEND_STATES: readonly DayState[] = [
  ...(['missing', 'due', 'draft', 'returned', 'submitted', 'approved'] as const),
]

function Legend() {
  return (
    <p className="calendar-legend">
      {LEGEND_STATES.map((state) => (
        <span key={state}>
          <span className={`calendar-day calendar-${state}`} aria-hidden="true">
            {MARKS[state]}
          </span>
          {t(dayNames[state])}
        </span>
      ))}
    </p>
  )
}
