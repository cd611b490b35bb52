import { t } from '#kit/text.ts'
import type { CoverageState } from '#operations/duty/contract.ts'
import './slot.css'

export interface SlotFacts {
  state: CoverageState
  need: number
  /** The names of the people on duty; `standIn`: takes somebody's place. */
  people: readonly { name: string; standIn: boolean }[]
  /** The person who is proposed for a leave and not accepted yet. */
  proposed?: string | undefined
}

interface Props extends SlotFacts {
  mark: string
  /** A day that is over: nothing can be done about it. */
  past?: boolean
  /** What the cell is: store, day and shift, for a screen reader. */
  label: string
  /** Absent: the slot is a text. */
  onOpen?: (() => void) | undefined
}

/** A store's shift on a day in one line: its mark, who is on duty, and 无人, 缺 n, 多 n, 替 or 建议. */
export function Slot({ mark, past, label, onOpen, ...facts }: Props) {
  const { state, proposed } = facts
  const words = slotWords(facts)
  const look = proposed ? 'proposed' : state
  const className = ['slot', `slot-${look}`, past && 'slot-past'].filter(Boolean).join(' ')
  const content = (
    <>
      <i>{mark}</i>
      <span className="slot-who">{words.who}</span>
      {words.tail && <em>{words.tail}</em>}
    </>
  )
  const title = [label, [words.who, words.tail].filter(Boolean).join(' ')].join(t('：'))
  return onOpen ? (
    <button type="button" className={className} title={title} aria-label={title} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <span className={className} title={title}>
      {content}
    </span>
  )
}

function slotWords({ state, need, people, proposed }: SlotFacts): { who: string; tail: string } {
  const names = people.map(({ name }) => name).join(t('、'))
  if (proposed) return { who: [names, proposed].filter(Boolean).join(t('、')), tail: t('建议') }
  if (state === 'none') return { who: t('无人'), tail: need > 1 ? t('缺 {n}', { n: need }) : '' }
  if (state === 'short') return { who: names, tail: t('缺 {n}', { n: need - people.length }) }
  if (state === 'over') return { who: names, tail: t('多 {n}', { n: people.length - need }) }
  return { who: names, tail: people.some(({ standIn }) => standIn) ? t('替') : '' }
}
