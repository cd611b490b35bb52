import { Button, Drawer } from 'antd'
import { mondayOf } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { duty, type PersonWeek } from '#operations/duty/contract.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { dayText } from './dayText.tsx'
import { leaveText } from './PersonWeekTable.tsx'
import type { Work } from './RosterScreen.tsx'
import { namesIn } from './SlotOf.tsx'
import './drawer.css'

interface Props {
  place: { staffId: number; on: string } | null
  work: Work
  onClose: () => void
}

/** A person's day: shifts and stores, why, and what the reader may do about it. */
export function PersonDrawer({ place, work, onClose }: Props) {
  const people = useCall(
    duty.people,
    { from: place?.on ?? work.now, staffId: place?.staffId },
    { enabled: place !== null, messagePlace: 'inPage' },
  )
  const person = people.data?.people[0]
  const title = place && t('{name} {day}', { name: person?.name ?? '', day: dayText(place.on, work.now) })
  return (
    <Drawer
      open={place !== null}
      onClose={onClose}
      size="min(480px, 100vw)"
      placement={endSide()}
      title={title}
      footer={place && person && <Acts person={person} on={place.on} work={work} onClose={onClose} />}
    >
      {place && (
        <Loaded call={people}>
          {(data) => (
            <DayView
              day={person?.days.find(({ on }) => on === place.on)}
              stores={namesIn(data.stores)}
              work={work}
            />
          )}
        </Loaded>
      )}
    </Drawer>
  )
}

function Acts({
  person,
  on,
  work,
  onClose,
}: {
  person: PersonWeek
  on: string
  work: Work
  onClose: () => void
}) {
  const { id } = useUser()
  const { rights, open, onChange } = work
  if (rights === 'none' || on < work.now) return null
  const isOwn = person.id === id
  const leave = () => {
    onClose()
    open.requestLeave(isOwn ? { on } : { staffId: person.id, on })
  }
  return (
    <div className="duty-foot">
      {(isOwn || rights === 'all') && (
        <Button onClick={leave}>{isOwn ? t('申请请假') : t('登记请假')}</Button>
      )}
      {rights === 'all' && (
        <Button onClick={() => onChange({ by: 'person', monday: mondayOf(on), editing: true })}>
          {t('改排班')}
        </Button>
      )}
    </div>
  )
}

interface DayProps {
  day: PersonWeek['days'][number] | undefined
  stores: ReadonlyMap<number, string>
  work: Work
}

function DayView({ day, stores, work }: DayProps) {
  const { nameOf } = useShifts()
  if (!day) return <p>{t('这一天不在职或停用。')}</p>
  const away = day.leave.morning || day.leave.afternoon
  return (
    <div className="duty-drawer">
      <p className="duty-quiet">
        {day.planned ? t('这一周有排班，班次以排班为准。') : t('这一周没有排班，班次按店铺分配算。')}
      </p>
      {away && <p className="duty-orange">{leaveText(day.leave)}</p>}
      {!away && day.shifts.length === 0 && <p>{day.rests ? t('休息') : t('没有班')}</p>}
      {day.shifts.map((shift) => (
        <section key={shift}>
          <h3>{nameOf(shift, day.on)}</h3>
          <ul>
            {day.posts
              .filter((post) => post.shift === shift)
              .map((post) => (
                <li key={post.storeId}>
                  <Button
                    type="link"
                    size="small"
                    onClick={() => work.open.openSlot({ storeId: post.storeId, on: day.on, shift })}
                  >
                    {stores.get(post.storeId) ?? ''}
                  </Button>
                  {post.insteadOf !== null && <small>{t('替')}</small>}
                  {post.assigned !== shift && (
                    <small>{t('分配是{shift}', { shift: nameOf(post.assigned, day.on) })}</small>
                  )}
                </li>
              ))}
            {!day.posts.some((post) => post.shift === shift) && <li>{t('机动，没有店铺')}</li>}
          </ul>
        </section>
      ))}
    </div>
  )
}
