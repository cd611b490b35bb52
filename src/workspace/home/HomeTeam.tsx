import { Link } from 'react-router'
import { addDays, type Day } from '#kit/calendar.ts'
import { formatInstantShort, formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { slotKey } from '#operations/duty/slots/rules.ts'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { HomeTeamAnswer } from './answer.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

/** For heads: the logs to review, the stores that nobody serves, and the contradictions of roster and assignments. */
export function HomeTeam({ team, today }: { team: HomeTeamAnswer; today: Day }) {
  return (
    <>
      <ReviewQueue review={team.review} />
      <Gaps gaps={team.gaps} today={today} />
      <Conflicts conflicts={team.conflicts} stores={team.gaps.covers} today={today} />
    </>
  )
}

/** The address of a log of the review queue; closing it shows the queue. */
const logLink = (id: number) => listLink('logs', { status: 'toReview', log: id })

type Review = HomeTeamAnswer['review']

/** 待审的日志: the queue, oldest day first. */
function ReviewQueue({ review: { count, link, items } }: { review: Review }) {
  const { names } = useShifts()
  return (
    <ShortList
      title={t('待审的日志')}
      hint={count > 0 ? t('最早的在前') : ''}
      all={count > 0 ? { label: t('全部 {n} 份日志', { n: count }), to: link } : undefined}
      columns={reviewColumns(names)}
      rows={items}
      rowKey={(row) => row.id}
      rowActions={({ id }) => [{ key: 'review', label: t('审核'), to: logLink(id) }]}
      empty={{
        text: t('没有待审的日志'),
        hint: t('组员提交以后列在这里。'),
        action: { label: t('谁没交'), to: listLink('calendar') },
      }}
    />
  )
}

const reviewColumns = (shifts: Record<string, string>): Column<Review['items'][number]>[] => [
  {
    key: 'staffName',
    title: t('客服'),
    phone: 'name',
    width: 120,
    render: ({ id, staffName }) => <Link to={logLink(id)}>{staffName}</Link>,
  },
  {
    key: 'on',
    title: t('日期'),
    phone: 'note',
    width: 120,
    render: ({ on }) => t('{day} {weekday}', { day: on.slice(5), weekday: t(formatWeekday(on)) }),
  },
  { key: 'shift', title: t('班次'), phone: 'note', width: 88, from: { field: 'shift', names: shifts } },
  {
    key: 'submittedAt',
    title: t('提交时间'),
    phone: 'remark',
    width: 120,
    render: ({ submittedAt }) => (submittedAt ? formatInstantShort(submittedAt) : '-'),
  },
]

/** 今天, 明天, or the date with its weekday. */
function dayText(on: Day, today: Day): string {
  if (on === today) return t('今天')
  if (on === addDays(today, 1)) return t('明天')
  return t('{day} {weekday}', { day: on.slice(5), weekday: t(formatWeekday(on)) })
}

type GapRow = HomeTeamAnswer['gaps']['items'][number]

/** 没有人的店铺: stores that nobody serves on one of the next days. */
function Gaps({ gaps: { total, covers, items }, today }: { gaps: HomeTeamAnswer['gaps']; today: Day }) {
  const shifts = useShifts()
  return (
    <ShortList
      title={t('没有人的店铺')}
      hint={total > 0 ? t('7 天以内，{n} 家', { n: total }) : t('7 天以内')}
      all={{ label: t('去排班'), to: ROSTER }}
      columns={gapColumns(today, shifts)}
      rows={items}
      rowKey={(row) => row.storeId}
      rowActions={({ on, storeId, shift }) => [
        {
          key: 'roster',
          label: t('安排'),
          to: listLink('roster', { by: 'store', week: on, slot: slotKey({ storeId, on, shift }) }),
        },
      ]}
      empty={allWell({
        covers,
        good: (n) => ({
          text: t('{n} 家店 7 天内每班都有人', { n }),
          hint: t('负责的人休息、请假或没有安排时，店铺列在这里。'),
        }),
        none: {
          text: t('小组还没有店铺'),
          hint: t('请管理员把店铺交给您的小组，没有人的会列在这里。'),
        },
      })}
    />
  )
}

const ROSTER = listLink('roster', { by: 'store' })

const gapColumns = (today: Day, { nameOf }: Shifts): Column<GapRow>[] => [
  {
    key: 'storeName',
    title: t('店铺'),
    phone: 'name',
    width: 132,
    render: ({ storeId, storeName }) => (
      <Link to={`/store-management/${storeId}`} title={storeName}>
        {storeName}
      </Link>
    ),
  },
  {
    key: 'on',
    title: t('哪一班'),
    phone: 'status',
    width: 128,
    render: ({ on, shift, shifts }) => {
      const first = t('{day} {shift}', { day: dayText(on, today), shift: nameOf(shift, on) })
      return (
        <span className="home-gap">{shifts > 1 ? t('{first}等 {n} 班', { first, n: shifts }) : first}</span>
      )
    },
  },
  {
    key: 'agents',
    title: t('原因'),
    phone: 'note',
    width: 120,
    render: ({ agents }) =>
      agents.length > 0 ? t('{names}不在', { names: agents.join(t('、')) }) : t('没有安排客服'),
  },
]

type ConflictRow = HomeTeamAnswer['conflicts']['items'][number]

interface ConflictsProps {
  conflicts: HomeTeamAnswer['conflicts']
  /** The number of the team's stores. */
  stores: number
  today: Day
}

/** 排班与分配不一致: listed, never refused. */
function Conflicts(props: ConflictsProps) {
  const { total, items } = props.conflicts
  const phone = usePhone()
  const shifts = useShifts()
  return (
    <ShortList
      title={t('排班与分配不一致')}
      hint={t('7 天以内')}
      all={
        total > items.length ? { label: t('全部 {n} 处', { n: total }), to: listLink('roster') } : undefined
      }
      columns={conflictColumns(props.today, phone, shifts)}
      rows={items}
      rowKey={(row) => Number(`${row.staffId}${row.on.replaceAll('-', '')}`)}
      rowActions={({ on, staffName }) => [
        {
          key: 'roster',
          label: t('排班'),
          to: listLink('roster', { by: 'person', week: on, keyword: staffName }),
        },
      ]}
      empty={allWell({
        covers: props.stores,
        good: (n) => ({
          text: t('{n} 家店的排班与分配一致', { n }),
          hint: t('排的班和店铺分配的班次不同时，列在这里。'),
        }),
        none: {
          text: t('小组还没有店铺'),
          hint: t('排的班和店铺分配的班次不同时，列在这里。'),
        },
      })}
    />
  )
}

function conflictColumns(today: Day, phone: boolean, shifts: Shifts): Column<ConflictRow>[] {
  return [
    { key: 'staffName', title: t('客服'), phone: 'name', width: 80 },
    {
      key: 'on',
      title: t('哪天'),
      phone: 'status',
      width: 96,
      render: ({ on }) => dayText(on, today),
    },
    ...(phone ? [bothShiftsColumn(shifts)] : shiftColumns(shifts)),
  ]
}

const namesOf = (codes: ConflictRow['assigned'], on: Day, { nameOf }: Shifts) =>
  codes.map((code) => nameOf(code, on)).join(t('、'))

const shiftColumns = (shifts: Shifts): Column<ConflictRow>[] => [
  {
    key: 'rostered',
    title: t('排的班'),
    width: 72,
    render: ({ on, rostered }) => namesOf(rostered, on, shifts),
  },
  {
    key: 'assigned',
    title: t('分配的班'),
    width: 88,
    render: ({ on, assigned }) => namesOf(assigned, on, shifts),
  },
]

const bothShiftsColumn = (shifts: Shifts): Column<ConflictRow> => ({
  key: 'both',
  title: t('哪里不一致'),
  phone: 'note',
  render: ({ on, rostered, assigned }) =>
    t('排了{rostered}，分配是{assigned}', {
      rostered: namesOf(rostered, on, shifts),
      assigned: namesOf(assigned, on, shifts),
    }),
})
