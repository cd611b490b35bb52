import { Link } from 'react-router'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorklogDay } from './contractDay.ts'
import { EntryDays, importedCount } from './EntryDays.tsx'

/** Whether a day opens to a sentence instead of a log: no shift is rostered, and nothing is written. */
export function opensToSentence({ off, shifts, writes }: WorklogDay): boolean {
  return off !== null && writes && shifts.every(({ worklogId }) => worklogId === null)
}

/** A day without a shift: one sentence, and a way to write a log all the same. */
export function EntryDayOff({ day }: { day: WorklogDay }) {
  const { viewer } = useUser()
  const handled = importedCount(day)
  return (
    <Panel flush label={t('{day} 没有要交的日志', { day: day.on.slice(5) })}>
      <EntryDays day={day} />
      <div className="entry-off">
        <p>
          <strong>{sentenceOf(day, handled > 0)}</strong>
          {handled > 0 && t('平台文件里有您这天的接待 {n} 人，照常计入报表。', { n: formatCount(handled) })}
        </p>
        {day.mayEdit && !viewer && <Link to={`?on=${day.on}&shift=${day.shift}`}>{t('仍要写')}</Link>}
      </div>
    </Panel>
  )
}

const TODAY_SENTENCES = {
  rest: '今天休息，不用写日志。',
  leave: '今天请假，不用写日志。',
  unplanned: '今天没有排班，不用写日志。',
} as const

const DAY_SENTENCES = {
  rest: '{day} 休息，不用写日志。',
  leave: '{day} 请假，不用写日志。',
  unplanned: '{day} 没有排班，不用写日志。',
} as const

function sentenceOf({ on, today, off }: WorklogDay, hasFigures: boolean): string {
  // Someone who has figures was not at rest, whatever the roster says.
  const reason = hasFigures ? 'unplanned' : (off ?? 'unplanned')
  return on === today ? t(TODAY_SENTENCES[reason]) : t(DAY_SENTENCES[reason], { day: on.slice(5) })
}
