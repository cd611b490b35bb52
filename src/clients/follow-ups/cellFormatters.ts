import type { Day } from '#kit/calendar.ts'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { FollowUp } from './contract.ts'
import { stateNames } from './rules.ts'

/** The status tag of a follow-up: done, overdue, due today or open. */
export function stateOf({ doneAt, dueOn }: Pick<FollowUp, 'doneAt' | 'dueOn'>, today: Day) {
  if (doneAt) return { tone: 'grey', name: stateNames.done } as const
  if (dueOn < today) return { tone: 'red', name: '已逾期' } as const
  if (dueOn === today) return { tone: 'orange', name: '今天跟进' } as const
  return { tone: 'blue', name: stateNames.open } as const
}

/** The computed cells of the follow-up list. */
export const followUpFormatters = {
  state: {
    name: 'followUps.state',
    of: (row, say, today) => say(stateOf(row, today).name),
  } as CellFormatter<FollowUp>,
}
