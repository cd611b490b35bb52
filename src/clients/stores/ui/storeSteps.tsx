import type { Store } from '#clients/stores/contract.ts'
import { statusNames } from '#clients/stores/rules.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'

const PATH = ['pending', 'trial', 'serving', 'paused'] as const
type Step = (typeof PATH)[number]

/** The status path of a store, with known days. Omits 试单 if there was no trial; 已停止 is shown as the end. */
export function storeSteps(store: Store): DetailStep[] {
  const { status, trialOn, onlineOn, stoppedOn } = store
  const hasEnded = status === 'stopped'
  const now = hasEnded ? PATH.length : PATH.indexOf(status)
  const isOnPath: Record<Step, boolean> = {
    pending: true,
    trial: trialOn !== null || now <= PATH.indexOf('trial'),
    serving: !hasEnded || onlineOn !== null,
    paused: !hasEnded,
  }
  const steps = PATH.flatMap((step, at): DetailStep[] => {
    if (!isOnPath[step]) return []
    const isDone = at < now && step !== 'paused'
    return [
      {
        label: t(statusNames[step]),
        note: dayOf(step, store),
        state: at === now ? 'current' : isDone ? 'done' : 'todo',
      },
    ]
  })
  return hasEnded ? [...steps, { label: t(statusNames.stopped), note: stoppedOn, state: 'end' }] : steps
}

function dayOf(step: Step, { createdAt, trialOn, onlineOn }: Store): string | null {
  const days = {
    pending: formatInstant(createdAt).slice(0, 10),
    trial: trialOn,
    serving: onlineOn,
    paused: null,
  }
  return days[step]
}
