import type { CustomerPage } from '#clients/customers/contract.ts'
import { statusNames } from '#clients/customers/rules.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'

/**
 * The path of a customer by what happened: 试用 only if there was a trial, 合作中 as the step ahead of a trial, 暂停
 * only while it lasts. 已流失 is no step of the path but its end.
 */
export function lifeSteps({ status, hadTrial, contractStartOn, createdAt }: CustomerPage): DetailStep[] {
  const wasSigned = status === 'active' || status === 'paused' || contractStartOn !== null
  const trial: DetailStep = {
    label: t(statusNames.trial),
    note: formatInstant(createdAt).slice(0, 10),
    state: status === 'trial' ? 'current' : 'done',
  }
  const active: DetailStep = {
    label: t(statusNames.active),
    note: contractStartOn ? t('{day} 起', { day: contractStartOn }) : undefined,
    state: status === 'active' ? 'current' : status === 'trial' ? 'todo' : 'done',
  }
  return [
    ...(hadTrial ? [trial] : []),
    ...(wasSigned || status === 'trial' ? [active] : []),
    ...(status === 'paused' ? [{ label: t(statusNames.paused), state: 'current' } as const] : []),
    ...(status === 'churned' ? [{ label: t(statusNames.churned), state: 'end' } as const] : []),
  ]
}
