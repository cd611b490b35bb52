import type { StorePage } from '#clients/stores/contract.ts'
import { statusNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'

/** The statuses on the way into service; 暂停 and 已停止 are shown only while they last. */
const PATH = ['pending', 'trial', 'serving'] as const

/**
 * The path of a store by the states that it has had, each with its first day, and service if that is still ahead. A
 * store that was entered as 服务中 shows no 待上线 or 试单. 已停止 is no step of the path but its end.
 */
export function storeSteps({ status, states, stoppedOn }: StorePage): DetailStep[] {
  const firstDayOf = (of: string) => states.find((state) => state.status === of)?.fromOn
  const past = PATH.filter((of) => of !== status && firstDayOf(of)).map(
    (of): DetailStep => ({ label: t(statusNames[of]), note: firstDayOf(of), state: 'done' }),
  )
  const label = t(statusNames[status])
  if (status === 'stopped') return [...past, { label, note: stoppedOn, state: 'end' }]
  // A pause can follow another one; the last one lasts.
  const since = status === 'paused' ? states.at(-1)?.fromOn : firstDayOf(status)
  const current: DetailStep = { label, note: since, state: 'current' }
  const isAhead = status === 'pending' || status === 'trial'
  return [...past, current, ...(isAhead ? [{ label: t(statusNames.serving), state: 'todo' } as const] : [])]
}
