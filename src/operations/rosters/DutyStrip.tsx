import { useCall } from '#kit/query.tsx'
import type { Read } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import { duty } from '#operations/duty/contract.ts'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import { onLeaveIn } from './attentionItems.ts'
import { dayText } from './dayText.tsx'
import type { Attention } from './selection.tsx'

type Today = NonNullable<ReturnType<typeof useToday>['data']>

/** Who works today, with the logs; read once for the strip and the list. */
export function useToday(headId: number | undefined) {
  return useCall(duty.today, { headId }, { keepRows: true, messagePlace: 'inPage' })
}

interface Props {
  attention: Read<Attention>
  headId: number | undefined
}

/** Today and this week in four figures, whichever week is shown below. */
export function DutyStrip({ attention, headId }: Props) {
  const today = useToday(headId)
  const shifts = useShifts()
  return (
    <div className="duty-strip">
      <Loaded call={attention} skeleton={<FiguresSkeleton count={4} />} panel>
        {(data) => (
          <FigureStrip
            figures={[
              presentFigure(today.data, shifts),
              emptyTodayFigure(data, shifts),
              weekFigure(data),
              unreplacedFigure(data),
            ]}
          />
        )}
      </Loaded>
    </div>
  )
}

function presentFigure(today: Today | undefined, shifts: Shifts): Figure {
  const people = today?.people ?? []
  const perShift = shifts.rows
    .map(({ code }) => ({ code, n: people.filter((person) => person.shifts.includes(code)).length }))
    .filter(({ n }) => n > 0)
    .map(({ code, n }) => t('{shift} {n} 人', { shift: shifts.nameOf(code), n }))
  const off = [
    ...(today?.resting.length ? [t('{names}休息', { names: namesOf(today.resting) })] : []),
    ...(today?.onLeave.length ? [t('{names}请假', { names: namesOf(today.onLeave) })] : []),
  ]
  const note = [perShift.join(t('，')), ...off].filter(Boolean).join(t('；'))
  return {
    key: 'present',
    name: t('今天在岗'),
    value: today ? String(people.length) : '-',
    unit: t('人'),
    note: today && <span title={note}>{note || t('今天没有人在岗')}</span>,
  }
}

/** At most two names; the rest is a number. */
function namesOf(people: readonly { name: string }[]): string {
  const named = people.slice(0, 2).map(({ name }) => name)
  return people.length > 2
    ? t('{names}等 {n} 人', { names: named.join(t('、')), n: people.length })
    : named.join(t('、'))
}

function emptyTodayFigure({ emptyToday }: Attention, shifts: Shifts): Figure {
  const [first] = emptyToday
  const rest = emptyToday.length - 1
  const words = first && {
    store: first.storeName,
    time: shifts.rowOf(first.shift)?.from ?? '',
    shift: shifts.nameOf(first.shift),
    n: rest,
  }
  const note = words
    ? rest > 0
      ? t('{store}，{time} 起，另有 {n} 班', words)
      : t('{store}，{time} 起', words)
    : t('今天没有空着的班')
  return {
    key: 'emptyToday',
    name: t('今天无人的班'),
    value: String(emptyToday.length),
    unit: t('班'),
    bad: emptyToday.length > 0,
    note: (
      <span className={words ? 'duty-red' : undefined} title={note}>
        {note}
      </span>
    ),
  }
}

function weekFigure({ week }: Attention): Figure {
  return {
    key: 'week',
    name: t('本周无人的班'),
    value: String(week.empty),
    unit: t('班'),
    note: t('共 {all} 班，已排 {n}', { all: week.posts, n: week.covered }),
  }
}

function unreplacedFigure({ unreplaced, gaps, today }: Attention): Figure {
  const first = gaps.find((gap) => onLeaveIn(gap))
  const values = first && {
    name: onLeaveIn(first)?.name ?? '',
    day: dayText(first.days[0] ?? '', today),
  }
  const note = values
    ? first.proposed
      ? t('{name} {day}，建议待接受', values)
      : t('{name} {day}，没有建议', values)
    : t('没有因请假空着的班')
  return {
    key: 'unreplaced',
    name: t('请假未替'),
    value: String(unreplaced),
    unit: t('班'),
    note: (
      <span className={values ? 'duty-orange' : undefined} title={note}>
        {note}
      </span>
    ),
  }
}
