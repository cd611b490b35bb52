import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { can } from '#access/can.ts'
import { addDays, mondayOf, today } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { duty, type StoreWeek } from '#operations/duty/contract.ts'
import { slotKey } from '#operations/duty/slots/rules.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { NeedsFormProps } from './NeedsForm.tsx'
import { Slot } from './Slot.tsx'
import './coverage.css'

const NeedsForm = lazyWindow<'NeedsForm', NeedsFormProps>(
  () => import('./NeedsForm.tsx'),
  'NeedsForm',
  ({ store }) => store !== null,
)

/** This week of a store: who is on duty on each day and shift; a slot opens it in 排班. */
export function StoreCoverage({ store }: { store: { id: number; name: string } }) {
  const user = useUser()
  const [needsOf, setNeedsOf] = useState<{ id: number; name: string } | null>(null)
  const now = today(() => new Date())
  const monday = mondayOf(now)
  const call = useCall(duty.stores, { from: monday, storeId: store.id }, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('本周谁在')}
      hint={t('{from} 至 {to}', { from: monday.slice(5), to: addDays(monday, 6).slice(5) })}
      actions={
        <>
          {can(user, 'canReviewWorklog') && !user.viewer && (
            <Button size="small" onClick={() => setNeedsOf({ id: store.id, name: store.name })}>
              {t('每班要几个人')}
            </Button>
          )}
          <Link to={`/store-worklog/roster?by=store&keyword=${encodeURIComponent(store.name)}`}>
            {t('去排班')}
          </Link>
        </>
      }
    >
      <Loaded call={call} compact>
        {({ stores: [week], people }) =>
          week && week.cells.length > 0 ? (
            <Days
              week={week}
              monday={monday}
              now={now}
              names={new Map(people.map((one) => [one.id, one.name]))}
            />
          ) : (
            <EmptyState compact text={t('本周没有要人的班')} hint={t('试用或服务中的店铺才有班。')} />
          )
        }
      </Loaded>
      <NeedsForm store={needsOf} onClose={() => setNeedsOf(null)} />
    </Panel>
  )
}

interface DaysProps {
  week: StoreWeek
  monday: string
  now: string
  names: ReadonlyMap<number, string>
}

function Days({ week, monday, now, names }: DaysProps) {
  const navigate = useNavigate()
  const shifts = useShifts()
  return (
    <ol className="coverage">
      {[0, 1, 2, 3, 4, 5, 6].map((n) => {
        const on = addDays(monday, n)
        return (
          <li key={on} className={on === now ? 'coverage-now' : undefined}>
            <span className="coverage-day">
              {t(formatWeekday(on))} <b>{on.slice(5)}</b>
            </span>
            {week.cells
              .filter((cell) => cell.on === on)
              .map((cell) => (
                <Slot
                  key={cell.shift}
                  mark={shifts.markOf(cell.shift, on)}
                  state={cell.state}
                  need={cell.need}
                  people={cell.people.map(({ staffId, insteadOf, duty: task }) => ({
                    name: names.get(staffId) ?? '',
                    standIn: insteadOf !== null || task === 'substitute',
                  }))}
                  past={on < now}
                  label={t('{day} {shift}', { day: on.slice(5), shift: shifts.nameOf(cell.shift, on) })}
                  onOpen={() =>
                    void navigate(
                      `/store-worklog/roster?by=store&week=${on}&slot=${slotKey({ storeId: week.id, on, shift: cell.shift })}`,
                    )
                  }
                />
              ))}
          </li>
        )
      })}
    </ol>
  )
}
