import { Button, Segmented } from 'antd'
import { platformNames } from '#clients/stores/rules.ts'
import { addDays, mondayOf } from '#kit/calendar.ts'
import { formatCount, formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { Gap, PersonWeek } from '#operations/duty/contract.ts'
import { coverageOn } from '#operations/duty/slots/rules.ts'
import { candidateReason } from '#operations/duty/ui/candidateReason.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { TeamPicker } from '#people/staff/ui/TeamPicker.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import { standInOf } from './attentionItems.ts'
import { dayText } from './dayText.tsx'
import { CoverageWords, DayLines, PersonCell } from './PersonWeekTable.tsx'
import type { Work } from './RosterScreen.tsx'
import { namesIn, SlotOf } from './SlotOf.tsx'
import { type PeopleAnswer, type RosterView, type StoresAnswer, useChoosesTeam } from './selection.tsx'
import { WeekSkeleton } from './WeekSkeleton.tsx'
import { weekOf } from './week.ts'
import './day.css'

/** 排班 on a phone: the day strip, the next gap with its proposal, and the day's list. */
export function DayView(work: Work) {
  const { shown, week, rights } = work
  const gap = week.items.flatMap((item) => (item.kind === 'gaps' ? item.gaps : []))[0]
  const shownGap = rights === 'all' && shown.by === 'store' ? gap : undefined
  return (
    <div className="duty-phone">
      <PhoneBar {...work} />
      <DayStrip {...work} />
      {shownGap && <NextGap gap={shownGap} now={work.now} />}
      <h2 className="duty-day">
        {t('{day} {weekday}', { day: shown.day.slice(5), weekday: t(formatWeekday(shown.day)) })}
      </h2>
      <Panel flush label={t('排班')}>
        {shown.by === 'store' ? (
          <Loaded call={week.stores} skeleton={<WeekSkeleton />}>
            {(data) => <StoresOfDay data={data} work={work} />}
          </Loaded>
        ) : (
          <Loaded call={week.people} skeleton={<WeekSkeleton />}>
            {(data) => <PeopleOfDay data={data} work={work} />}
          </Loaded>
        )}
      </Panel>
      {week.attention && <AttentionPanel work={work} call={week.attention} />}
      {shownGap && <GapActs gap={shownGap} work={work} />}
    </div>
  )
}

function PhoneBar({ shown, onChange, week, now }: Work) {
  const { monday } = shown
  const isThisWeek = weekOf(monday).includes(now)
  return (
    <TouchSize>
      <div className="duty-phone-bar" role="toolbar" aria-label={t('排班')}>
        <Segmented<RosterView>
          value={shown.by}
          onChange={(by) => onChange({ by, keyword: '' })}
          aria-label={t('按店铺或按人')}
          options={[
            { value: 'store', label: t('按店铺') },
            { value: 'person', label: t('按人') },
          ]}
        />
        <span className="duty-phone-week">
          <Button
            aria-label={t('上一周')}
            icon={<Icon name="left" />}
            onClick={() => onChange({ monday: addDays(monday, -7) })}
          />
          <Button disabled={isThisWeek} onClick={() => onChange({ monday: mondayOf(now) })}>
            {t('本周')}
          </Button>
          <Button
            aria-label={t('下一周')}
            icon={<Icon name="right" />}
            onClick={() => onChange({ monday: addDays(monday, 7) })}
          />
        </span>
      </div>
      {week.attention && shown.by === 'store' && <TeamOfPhone shown={shown} onChange={onChange} />}
    </TouchSize>
  )
}

function TeamOfPhone({ shown, onChange }: Pick<Work, 'shown' | 'onChange'>) {
  return useChoosesTeam() ? (
    <TeamPicker value={shown.headId} onChange={(headId) => onChange({ headId })} />
  ) : null
}

/** The days of the week, with what is missing under each. */
function DayStrip({ shown, onChange, week, now }: Work) {
  const stores = week.stores.data
  const whole = stores && week.attention && stores.storeTotal === stores.stores.length
  return (
    <div className="duty-days" role="tablist" aria-label={t('日期')}>
      {weekOf(shown.monday).map((on) => (
        <button
          key={on}
          type="button"
          role="tab"
          aria-selected={on === shown.day}
          aria-label={dayText(on, now)}
          className={on === shown.day ? 'duty-chosen' : undefined}
          onClick={() => onChange({ day: on })}
        >
          {on.slice(8)}
          <span>{on === now ? t('今天') : t(formatWeekday(on))}</span>
          {whole && <CoverageWords {...coverageOn(stores.stores, on, week.gaps)} />}
        </button>
      ))}
    </div>
  )
}

/** The next gap: when, where, how many customers, and who is proposed. */
function NextGap({ gap, now }: { gap: Gap; now: string }) {
  const shifts = useShifts()
  const on = gap.days[0] ?? now
  const values = {
    time: shifts.rowOf(gap.shift, on)?.from ?? '',
    day: dayText(on, now),
    shift: shifts.nameOf(gap.shift, on),
    n: gap.need - gap.people,
  }
  return (
    <section className="duty-next" aria-label={t('最近的缺口')}>
      <b className="duty-red">
        {gap.people === 0
          ? t('{day} {time} 起，{shift}无人', values)
          : t('{day} {time} 起，{shift}缺 {n} 人', values)}
      </b>
      <p className="duty-next-store">
        {gap.storeName}{' '}
        <small>
          {gap.dailyVolume === null
            ? t(platformNames[gap.platform])
            : t('{platform}，日均 {n} 人', {
                platform: t(platformNames[gap.platform]),
                n: formatCount(gap.dailyVolume),
              })}
        </small>
      </p>
      {gap.proposed ? (
        <div className="duty-next-proposal">
          <span className="duty-orange">{t('建议')}</span> <b>{gap.proposed.name}</b>
          <p>{candidateReason(gap.proposed, gap.days.length)}</p>
        </div>
      ) : (
        <p className="duty-quiet">{t('小组里没有不占用休息的人，没有建议。')}</p>
      )}
    </section>
  )
}

function GapActs({ gap, work }: { gap: Gap; work: Work }) {
  const shifts = useShifts()
  const { accepting, open } = work
  const on = gap.days[0] ?? work.now
  const standIn = standInOf(gap)
  return (
    <ThumbBar>
      <Button onClick={() => open.openSlot({ storeId: gap.storeId, on, shift: gap.shift })}>
        {gap.proposed ? t('换人') : t('安排替班')}
      </Button>
      {standIn && gap.proposed && (
        <Button type="primary" loading={accepting.isPending} onClick={() => accepting.run([standIn])}>
          {t('接受：{name} 替{shift}', {
            name: gap.proposed.name,
            shift: shifts.nameOf(gap.shift, on),
          })}
        </Button>
      )}
    </ThumbBar>
  )
}

function StoresOfDay({ data, work }: { data: StoresAnswer; work: Work }) {
  const { day } = work.shown
  const names = namesIn(data.people)
  const rows = data.stores
    .map((store) => ({ store, cells: store.cells.filter(({ on }) => on === day) }))
    .filter(({ cells }) => cells.length > 0)
    .sort((a, b) => Number(isOpen(b.cells)) - Number(isOpen(a.cells)))
  if (rows.length === 0) {
    return (
      <EmptyState text={t('这一天没有店铺')} hint={t('试用或服务中的店铺列在这里，每天每个班次一格。')} />
    )
  }
  return (
    <ul className="duty-cards">
      {rows.map(({ store, cells }) => (
        <li key={store.id}>
          <span className="duty-card-name">{store.name}</span>
          <span className="duty-card-slots">
            {cells.map((cell) => (
              <SlotOf key={cell.shift} store={store} cell={cell} names={names} work={work} />
            ))}
          </span>
        </li>
      ))}
      {data.storeTotal > data.stores.length && (
        <li className="roster-more">
          {t('共 {n} 家店铺，只显示前 {shown} 家；请按小组或名称查找。', {
            n: data.storeTotal,
            shown: data.stores.length,
          })}
        </li>
      )}
    </ul>
  )
}

const isOpen = (cells: readonly { state: string }[]) =>
  cells.some(({ state }) => state === 'none' || state === 'short')

function PeopleOfDay({ data, work }: { data: PeopleAnswer; work: Work }) {
  const [own, ...others] = data.people
  if (!own) {
    return (
      <EmptyState text={t('这一周没有可排班的客服')} hint={t('换一个小组；新来的客服从入职那一周起出现。')} />
    )
  }
  if (work.rights === 'own' && others.length === 0) return <OwnWeek person={own} work={work} />
  return (
    <ul className="duty-cards">
      {data.people.map((person) => (
        <li key={person.id}>
          <span className="duty-card-name">
            {person.name}
            <small>{t('{n} 小时', { n: person.hours })}</small>
          </span>
          <span className="duty-card-slots">
            <PersonCell
              person={person}
              day={person.days.find(({ on }) => on === work.shown.day)}
              on={work.shown.day}
              work={work}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A member's own week: a line per day. */
function OwnWeek({ person, work }: { person: PersonWeek; work: Work }) {
  return (
    <ul className="duty-cards">
      <li>
        <span className="duty-card-name">{t('本周')}</span>
        <span>{t('{n} 小时', { n: person.hours })}</span>
      </li>
      {person.days.map((day) => (
        <li key={day.on} className={day.on === work.now ? 'duty-now' : undefined}>
          <span className="duty-card-name">{dayText(day.on, work.now)}</span>
          <button
            type="button"
            className="duty-person"
            aria-label={t('{name} {day}', { name: person.name, day: dayText(day.on, work.now) })}
            onClick={() => work.open.openPerson(person.id, day.on)}
          >
            <DayLines day={day} />
          </button>
        </li>
      ))}
    </ul>
  )
}
