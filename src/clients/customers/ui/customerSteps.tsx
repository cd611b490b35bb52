import type { CustomerPage } from '#clients/customers/contract.ts'
import { statusNames } from '#clients/customers/rules.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'

const PATH = ['trial', 'active', 'paused'] as const

/** The status path of a customer, with known days. Omits 试用 if there was no trial; 已流失 is shown as the end. */
export function lifeSteps(customer: CustomerPage): DetailStep[] {
  const { status, hadTrial, contractStartOn } = customer
  const hasEnded = status === 'churned'
  const isOnPath = {
    trial: hadTrial,
    active: !hasEnded || contractStartOn !== null,
    paused: !hasEnded,
  }
  const now = hasEnded ? PATH.length : PATH.indexOf(status)
  const steps = PATH.flatMap((step, at): DetailStep[] => {
    if (!isOnPath[step]) return []
    const isDone = at < now && step !== 'paused'
    return [
      {
        label: t(statusNames[step]),
        note: noteOf(step, customer),
        state: at === now ? 'current' : isDone ? 'done' : 'todo',
      },
    ]
  })
  return hasEnded ? [...steps, { label: t(statusNames.churned), state: 'end' }] : steps
}

function noteOf(
  step: (typeof PATH)[number],
  { createdAt, contractStartOn }: CustomerPage,
): string | undefined {
  if (step === 'trial') return formatInstant(createdAt).slice(0, 10)
  return step === 'active' && contractStartOn ? t('{day} 起', { day: contractStartOn }) : undefined
}
