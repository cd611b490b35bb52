import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import type { Gap, PersonWeek } from '#operations/duty/contract.ts'
import { coverageOn } from '#operations/duty/slots/rules.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { dayText } from './dayText.tsx'
import type { Work } from './RosterScreen.tsx'
import { WeekHead } from './StoreWeekTable.tsx'
import type { PeopleAnswer, StoresAnswer } from './selection.tsx'
import { useWeekActions } from './useWeekActions.tsx'
import { weekOf } from './week.ts'

type Day = PersonWeek['days'][number]

/** The week by person: the same cells turned round, with the coverage of each day in the foot. */
export function PersonWeekTable({ data, work }: { data: PeopleAnswer; work: Work }) {
  const days = weekOf(data.monday)
  if (data.people.length === 0) return <NoPeople work={work} />
  return (
    <>
      <NoPlan data={data} work={work} />
      <div className="duty-scroll">
        <table className="duty-table">
          <WeekHead first={t('客服')} days={days} now={work.now} />
          <tbody>
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} days={days} work={work} />
            ))}
          </tbody>
          {work.week.stores.data && work.week.attention && (
            <Foot stores={work.week.stores.data} days={days} work={work} />
          )}
        </table>
      </div>
      {data.personTotal > data.people.length && (
        <p className="roster-more">
          {t('共 {n} 人，只显示前 {shown} 人；请选择小组。', {
            n: data.personTotal,
            shown: data.people.length,
          })}
        </p>
      )}
    </>
  )
}

function NoPeople({ work: { shown, onChange } }: { work: Work }) {
  return (
    <EmptyState
      text={t('这一周没有可排班的客服')}
      hint={t('换一个小组；新来的客服从入职那一周起出现。')}
      {...(shown.keyword && {
        action: { label: t('清除条件'), onClick: () => onChange({ keyword: '' }) },
      })}
    />
  )
}

/** A week without any roster: says what counts instead, and offers last week's. */
function NoPlan({ data, work }: { data: PeopleAnswer; work: Work }) {
  const actions = useWeekActions(work.shown, false)
  if (data.people.some(({ days }) => days.some(({ planned }) => planned))) return null
  return (
    <div className="duty-note" role="note">
      <span>{t('这一周还没有排班，谁在哪个班按店铺分配算。')}</span>
      {work.rights === 'all' && (
        <Button size="small" loading={actions.isBusy} onClick={() => actions.fill('lastWeek')}>
          {t('复制上周')}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  person: PersonWeek
  days: readonly string[]
  work: Work
}

function PersonRow({ person, days, work }: RowProps) {
  const { names } = useShifts()
  const byDay = new Map(person.days.map((day) => [day.on, day]))
  const usual = usualShift(person)
  return (
    <tr>
      <th scope="row">
        <div className="duty-name">
          <span>{person.name}</span>
          <small>
            {[usual && names[usual], t('{n} 小时', { n: person.hours })].filter(Boolean).join(' ')}
          </small>
        </div>
      </th>
      {days.map((on) => (
        <td key={on} className={on === work.now ? 'duty-now' : undefined}>
          <PersonCell person={person} day={byDay.get(on)} on={on} work={work} />
        </td>
      ))}
    </tr>
  )
}

/** The shift that the person works on the most days; undefined without any. */
function usualShift({ days }: PersonWeek): string | undefined {
  const counts = new Map<string, number>()
  for (const shift of days.flatMap(({ shifts }) => shifts)) counts.set(shift, (counts.get(shift) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

interface CellProps {
  person: PersonWeek
  /** Undefined if the person is not with the company or disabled. */
  day: Day | undefined
  on: string
  work: Work
}

/** 早 5 家店 替 2, 休息 or 请假; opens the person's day. */
export function PersonCell({ person, day, on, work }: CellProps) {
  if (!day) return <span className="duty-none">–</span>
  return (
    <button
      type="button"
      className={on < work.now ? 'duty-person duty-past' : 'duty-person'}
      aria-label={t('{name} {day}', { name: person.name, day: dayText(on, work.now) })}
      onClick={() => work.open.openPerson(person.id, on)}
    >
      <DayLines day={day} />
      <Proposed staffId={person.id} on={on} gaps={work.week.gaps} />
    </button>
  )
}

/** What a person does on a day, in a line per leave, rest and shift. */
export function DayLines({ day }: { day: Day }) {
  const { markOf } = useShifts()
  const { leave, rests, shifts, posts } = day
  const isAway = leave.morning || leave.afternoon
  return (
    <>
      {isAway && <span className="slot duty-leave">{leaveText(leave)}</span>}
      {shifts.map((shift) => {
        const own = posts.filter((post) => post.shift === shift)
        const standIns = own.filter(({ insteadOf, duty }) => insteadOf !== null || duty === 'substitute')
        return (
          <span key={shift} className="slot">
            <i>{markOf(shift, day.on)}</i>
            <span className="slot-who">{own.length > 0 ? t('{n} 家店', { n: own.length }) : t('机动')}</span>
            {standIns.length > 0 && <em>{t('替 {n}', { n: standIns.length })}</em>}
          </span>
        )
      })}
      {!isAway && shifts.length === 0 && (
        <span className="slot duty-rest">{rests ? t('休息') : t('没有班')}</span>
      )}
    </>
  )
}

export function leaveText({ morning, afternoon }: Day['leave']): string {
  if (morning && afternoon) return t('请假')
  return morning ? t('上午请假') : t('下午请假')
}

/** 建议 +3 家: stores that are proposed to the person and not accepted yet. */
function Proposed({ staffId, on, gaps }: { staffId: number; on: string; gaps: ReadonlyMap<string, Gap> }) {
  const own = new Set(
    [...gaps.values()].filter(({ proposed, days }) => proposed?.staffId === staffId && days.includes(on)),
  )
  if (own.size === 0) return null
  return <span className="slot slot-proposed">{t('建议 +{n} 家', { n: own.size })}</span>
}

interface FootProps {
  stores: StoresAnswer
  days: readonly string[]
  work: Work
}

function Foot({ stores, days, work }: FootProps) {
  // The coverage of a part of the stores would be read as that of all.
  if (stores.storeTotal > stores.stores.length) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">
          <div className="duty-name">
            <span>{t('覆盖')}</span>
            <small>{t('{n} 家店', { n: stores.storeTotal })}</small>
          </div>
        </th>
        {days.map((on) => (
          <td key={on} className={on === work.now ? 'duty-now' : undefined}>
            <Coverage of={coverageOn(stores.stores, on, work.week.gaps)} />
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function Coverage({ of: { posts, covered, empty, waiting } }: { of: ReturnType<typeof coverageOn> }) {
  if (posts === 0) return <span className="duty-none">–</span>
  return (
    <div className="duty-coverage">
      {t('{n}/{all} 班', { n: covered, all: posts })}
      <CoverageWords posts={posts} covered={covered} empty={empty} waiting={waiting} />
    </div>
  )
}

/** 足, 1 无人, 5 待替 or 2 缺人. */
export function CoverageWords({ posts, covered, empty, waiting }: ReturnType<typeof coverageOn>) {
  const short = posts - covered - empty - waiting
  if (empty > 0) return <small className="duty-red">{t('{n} 无人', { n: empty })}</small>
  if (waiting > 0) return <small className="duty-orange">{t('{n} 待替', { n: waiting })}</small>
  if (short > 0) return <small className="duty-red">{t('{n} 缺人', { n: short })}</small>
  return <small>{posts === 0 ? '–' : t('足')}</small>
}
