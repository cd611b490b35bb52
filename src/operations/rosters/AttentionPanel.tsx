import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { mondayOf } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import type { Read } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { Contradiction, Gap } from '#operations/duty/contract.ts'
import { candidateReason } from '#operations/duty/ui/candidateReason.tsx'
import { leaveKindNames } from '#operations/leaves/rules.ts'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import { type AttentionItem, onLeaveIn, proposalsIn } from './attentionItems.ts'
import { daysText, dayText } from './dayText.tsx'
import type { Work } from './RosterScreen.tsx'
import type { Attention } from './selection.tsx'
import './attention.css'

/** Things shown before 显示全部. */
const SHOWN = 12

/** 要处理: gaps with proposals, leave requests and contradictions, the urgent first. */
export function AttentionPanel({ work, call }: { work: Work; call: Read<Attention> }) {
  const [all, setAll] = useState(false)
  const { items } = work.week
  const shown = all ? items : items.slice(0, SHOWN)
  return (
    <Panel
      flush
      className="duty-attention"
      title={t('要处理')}
      hint={items.length > 0 ? t('{n} 件，急的在前', { n: items.length }) : ''}
    >
      <Loaded
        call={call}
        compact
        skeleton={
          <div className="duty-skeleton">
            <TextSkeleton rows={8} />
          </div>
        }
      >
        {({ posts }) =>
          items.length === 0 ? (
            <p className="duty-well">
              {allWell({
                covers: posts,
                good: (n) => t('今后 14 天 {n} 个班都有人，没有待审批的请假，也没有矛盾。', { n }),
                none: t('今后 14 天没有要人的班；店铺开始试用或服务后，缺人的班列在这里。'),
              })}
            </p>
          ) : (
            <ul>
              {shown.map((item) => (
                <li key={item.key}>
                  <Item item={item} work={work} />
                </li>
              ))}
              {items.length > shown.length && (
                <li>
                  <Button type="link" size="small" onClick={() => setAll(true)}>
                    {t('显示全部 {n} 件', { n: items.length })}
                  </Button>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Item({ item, work }: { item: AttentionItem; work: Work }) {
  if (item.kind === 'leave') return <AskedLeave item={item} work={work} />
  if (item.kind === 'contradiction') return <Odd contradiction={item.contradiction} work={work} />
  return <OpenShift item={item} work={work} />
}

interface WordsProps {
  tone?: 'red' | 'orange'
  title: string
  children: ReactNode
  actions: readonly (false | { label: string; onClick: () => void; busy?: boolean })[]
}

/** One thing: what, why, and its two acts. */
function Words({ tone, title, children, actions }: WordsProps) {
  return (
    <>
      <b className={tone && `duty-${tone}`}>{title}</b>
      <p>{children}</p>
      <div className="duty-acts">
        {actions.map(
          (action) =>
            action && (
              <Button
                key={action.label}
                type="link"
                size="small"
                loading={action.busy ?? false}
                aria-label={`${action.label} ${title}`}
                onClick={action.onClick}
              >
                {action.label}
              </Button>
            ),
        )}
      </div>
    </>
  )
}

/** 今天 16:30　凌跑运动 晚班无人, or 05-22 周五　周小禾请假，5 家店早班. */
export function openShiftTitle(gaps: readonly [Gap, ...Gap[]], now: string, shifts: Shifts): string {
  const [gap] = gaps
  const on = gap.days[0] ?? ''
  const time = on === now && gap.days.length === 1 ? ` ${shifts.rowOf(gap.shift, on)?.from ?? ''}` : ''
  const values = {
    days: `${daysText(gap.days, now)}${time}`,
    store: gap.storeName,
    shift: shifts.nameOf(gap.shift, on),
    name: onLeaveIn(gap)?.name ?? '',
    n: gaps.length > 1 ? gaps.length : gap.need - gap.people,
  }
  if (gaps.length > 1) return t('{days} {name}请假，{n} 家店{shift}', values)
  return gap.people === 0
    ? t('{days} {store} {shift}无人', values)
    : t('{days} {store} {shift}缺 {n} 人', values)
}

function OpenShift({ item, work }: { item: Extract<AttentionItem, { kind: 'gaps' }>; work: Work }) {
  const shifts = useShifts()
  const { gaps } = item
  const [gap] = gaps
  const { open, accepting, rights, now } = work
  const proposals = proposalsIn([item])
  const leaveId = gaps.length > 1 ? onLeaveIn(gap)?.leaveId : null
  const place = { storeId: gap.storeId, on: item.on, shift: gap.shift }
  const change = () => (leaveId ? open.openLeave(leaveId) : open.openSlot(place))
  return (
    <Words
      tone={onLeaveIn(gap) ? undefined : 'red'}
      title={openShiftTitle(gaps, now, shifts)}
      actions={[
        rights === 'all' &&
          proposals.length > 0 && {
            label: t('接受'),
            busy: accepting.isPending,
            onClick: () => accepting.run(proposals),
          },
        {
          label: proposals.length > 0 ? t('换人') : gap.absent.length > 0 ? t('安排替班') : t('分配'),
          onClick: change,
        },
      ]}
    >
      {gaps.length > 1 ? <SharedReason gaps={gaps} /> : <SingleReason gap={gap} shifts={shifts} />}
    </Words>
  )
}

/** 许安然休息。 */
export function absenceText({ absent }: Gap, shift: string): string {
  if (absent.length === 0) return t('没有分配客服。')
  const words = absent.map(({ name, why }) => {
    if (why === 'leave') return t('{name}请假', { name })
    if (why === 'rest') return t('{name}休息', { name })
    if (why === 'otherShift') return t('{name}排了别的班', { name })
    return t('{name}不在职或停用', { name })
  })
  return t('{shift}的{names}。', { shift, names: words.join(t('，')) })
}

function SingleReason({ gap, shifts }: { gap: Gap; shifts: Shifts }) {
  const why = absenceText(gap, shifts.nameOf(gap.shift, gap.days[0]))
  if (gap.proposed) {
    return (
      <>
        {why}
        {t('建议')} <strong>{gap.proposed.name}</strong>
        {t('：')}
        {candidateReason(gap.proposed, gap.days.length)}
      </>
    )
  }
  const [best] = gap.candidates
  return (
    <>
      {why}
      {best
        ? t('没有不占用休息的人；最合适的是{name}：{reason}', {
            name: best.name,
            reason: candidateReason(best, gap.days.length),
          })
        : t('小组里没有可以替的人，没有建议。')}
    </>
  )
}

/** 建议 王一诺 3 家、陆遥 2 家. */
function SharedReason({ gaps }: { gaps: readonly Gap[] }) {
  const byPerson = Map.groupBy(
    gaps.filter(({ proposed }) => proposed),
    ({ proposed }) => proposed?.staffId,
  )
  const people = [...byPerson.values()].flatMap(([first, ...others]) =>
    first?.proposed ? [{ candidate: first.proposed, n: others.length + 1, days: first.days.length }] : [],
  )
  const without = gaps.filter(({ proposed }) => !proposed).length
  const [single] = people
  return (
    <>
      {people.length > 0 && (
        <>
          {t('建议')}{' '}
          {people.map(({ candidate, n }, at) => (
            <span key={candidate.staffId}>
              {at > 0 && t('、')}
              <strong>{candidate.name}</strong> {t('{n} 家', { n })}
            </span>
          ))}
          {people.length === 1 && single && (
            <>
              {t('：')}
              {candidateReason(single.candidate, single.days)}
            </>
          )}
        </>
      )}
      {without > 0 && (
        <>
          {people.length > 0 && t('；')}
          {t('{n} 家没有建议', { n: without })}
        </>
      )}
    </>
  )
}

function AskedLeave({ item, work }: { item: Extract<AttentionItem, { kind: 'leave' }>; work: Work }) {
  const { leave } = item
  return (
    <Words
      title={t('{day} {name} {kind}', {
        day: dayText(item.on, work.now),
        name: leave.staffName,
        kind: t(leaveKindNames[leave.kind]),
      })}
      actions={[{ label: t('审批'), onClick: () => work.open.openLeave(leave.id) }]}
    >
      {t('{days}，共 {n} 天，待您审批；同意时安排替班。', {
        days: daysText([leave.fromOn, leave.toOn], work.now),
        n: leave.halfDays / 2,
      })}
    </Words>
  )
}

function contradictionTitle(one: Contradiction, day: string, shifts: Shifts): string {
  const values = {
    day,
    name: one.staffName,
    store: one.storeName ?? '',
    shift: shifts.nameOf(one.shift, one.on),
    other: one.other ? shifts.nameOf(one.other, one.on) : '',
  }
  switch (one.kind) {
    case 'otherShift':
      return t('{day} {name} 排{shift}，分配是{other}', values)
    case 'leaveLog':
      return t('{day} {name} 请假，却交了{shift}的日志', values)
    case 'otherLog':
      return t('{day} {name} 交了{shift}的日志，在岗是{other}', values)
    case 'assignedAway':
      return t('{day} {name} 不在职或停用，仍分配在{store}', values)
    case 'noStore':
      return t('{day} {name} 排了{shift}，没有店铺', values)
  }
}

/** A contradiction is listed, never refused: the roster counts. */
function Odd({ contradiction, work }: { contradiction: Contradiction; work: Work }) {
  const shifts = useShifts()
  const { on, staffId, storeId, storeName, shift, kind } = contradiction
  const { open, onChange, rights } = work
  const day = t('{day} {weekday}', { day: on.slice(5), weekday: t(formatWeekday(on)) })
  const ofPlan = kind === 'otherShift' || kind === 'noStore'
  return (
    <Words
      tone="orange"
      title={contradictionTitle(contradiction, day, shifts)}
      actions={[
        rights === 'all' &&
          storeId !== null && {
            label: t('改分配'),
            onClick: () => open.openSlot({ storeId, on, shift }),
          },
        rights === 'all' &&
          kind === 'noStore' && {
            label: t('分配店铺'),
            onClick: () => open.openDialog({ kind: 'assign', staffId, shift, on }),
          },
        rights === 'all' &&
          ofPlan && {
            label: t('改排班'),
            onClick: () => onChange({ by: 'person', monday: mondayOf(on), editing: true }),
          },
        !ofPlan &&
          kind !== 'assignedAway' && { label: t('看这一天'), onClick: () => open.openPerson(staffId, on) },
      ]}
    >
      {[storeName, t('不一致不拦，按排班和请假算。')].filter(Boolean).join(t('；'))}
    </Words>
  )
}
