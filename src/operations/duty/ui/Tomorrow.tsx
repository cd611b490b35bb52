import { Link } from 'react-router'
import { addDays, type Day, mondayOf } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { duty, type PersonWeek } from '#operations/duty/contract.ts'
import { shiftTimes, useShifts } from '#people/shifts/ui/useShifts.tsx'
import './tomorrow.css'

/** 明天: the user's own shifts of the next day, with their times and stores. */
export function Tomorrow({ today }: { today: Day }) {
  const { id } = useUser()
  const on = addDays(today, 1)
  const call = useCall(duty.people, { from: on, staffId: id }, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('明天')}
      hint={`${on.slice(5)} ${formatWeekday(on)}`}
      actions={<Link to={`/store-worklog/roster?by=person&week=${mondayOf(on)}`}>{t('整周')}</Link>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
        {({ people, stores }) => (
          <DayOf
            day={people[0]?.days.find((day) => day.on === on)}
            names={new Map(stores.map((store) => [store.id, store.name]))}
          />
        )}
      </Loaded>
    </Panel>
  )
}

interface DayProps {
  day: PersonWeek['days'][number] | undefined
  /** Names of stores by id. */
  names: ReadonlyMap<number, string>
}

function DayOf({ day, names }: DayProps) {
  const { nameOf, rowOf } = useShifts()
  if (!day || day.shifts.length === 0) return <p className="tomorrow-none">{offText(day)}</p>
  return (
    <ul className="tomorrow">
      {day.shifts.map((shift) => {
        const row = rowOf(shift, day.on)
        const posts = day.posts.filter((post) => post.shift === shift)
        return (
          <li key={shift}>
            <strong>{[nameOf(shift, day.on), row && shiftTimes(row)].filter(Boolean).join(' ')}</strong>
            <small>
              {posts.length > 0
                ? posts.map(({ storeId }) => names.get(storeId) ?? '').join(t('、'))
                : t('机动，没有店铺')}
            </small>
          </li>
        )
      })}
    </ul>
  )
}

function offText(day: DayProps['day']): string {
  if (day?.leave.morning || day?.leave.afternoon) return t('明天请假')
  return day?.rests ? t('明天休息') : t('明天没有安排店铺')
}
