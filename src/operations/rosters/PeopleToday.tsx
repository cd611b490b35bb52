import { formatCount, formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { useToday } from './DutyStrip.tsx'
import './today.css'

type Person = NonNullable<ReturnType<typeof useToday>['data']>['people'][number]

/** 今天谁在: shift, stores, mean volume and the log of everybody on duty today. */
export function PeopleToday({ headId }: { headId: number | undefined }) {
  const call = useToday(headId)
  const today = call.data?.today
  return (
    <Panel
      flush
      className="duty-today"
      title={t('今天谁在')}
      hint={today && t('{day} {weekday}', { day: today.slice(5), weekday: t(formatWeekday(today)) })}
    >
      <Loaded
        call={call}
        compact
        skeleton={
          <div className="duty-skeleton">
            <TextSkeleton rows={4} />
          </div>
        }
      >
        {({ people }) =>
          people.length === 0 ? (
            <p className="duty-well">{t('今天没有人在岗。')}</p>
          ) : (
            <table className="duty-list">
              <thead>
                <tr>
                  <th scope="col">{t('客服')}</th>
                  <th scope="col">{t('班次')}</th>
                  <th scope="col">{t('店铺')}</th>
                  <th scope="col" className="duty-number">
                    {t('近 7 天日均')}
                  </th>
                  <th scope="col">{t('日志')}</th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <TodayRow key={person.id} person={person} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Panel>
  )
}

function TodayRow({ person }: { person: Person }) {
  const { markOf } = useShifts()
  const stores = person.stores.map(({ name }) => name).join(t('、'))
  return (
    <tr>
      <th scope="row">{person.name}</th>
      <td>{person.shifts.map((shift) => markOf(shift)).join(' ')}</td>
      <td className="duty-stores" title={stores}>
        {stores || t('机动')}
      </td>
      <td className="duty-number">
        {person.dailyVolume === null ? '-' : t('{n} 人', { n: formatCount(person.dailyVolume) })}
      </td>
      <td>
        <LogWords logs={person.logs} />
      </td>
    </tr>
  )
}

/** The state of the owed logs; the one that needs attention if there are several. */
export function LogWords({ logs }: Pick<Person, 'logs'>) {
  if (logs.length === 0) return <span className="duty-quiet">{t('不用交')}</span>
  const missing = logs.filter(({ status }) => status === null || status === 'draft')
  const due = missing.find((log) => log.due)
  if (due) {
    return <span className="duty-orange">{due.status === 'draft' ? t('草稿，没交') : t('没交')}</span>
  }
  if (missing.length > 0) return <span className="duty-quiet">{t('等下班')}</span>
  if (logs.some(({ status }) => status === 'returned')) {
    return <span className="duty-orange">{t('已退回')}</span>
  }
  return <span>{logs.every(({ status }) => status === 'approved') ? t('已通过') : t('待审核')}</span>
}
