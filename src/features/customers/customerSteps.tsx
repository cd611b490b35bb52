import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'
import type { Customer } from './contract.ts'
import { statusNames } from './rules.ts'

const LIFE = ['trial', 'active', 'paused', 'churned'] as const

/** Where a customer stands in its life, with the days that are known of it. */
export function lifeSteps(customer: Customer): DetailStep[] {
  const now = LIFE.indexOf(customer.status)
  return LIFE.map((status, at) => ({
    label: t(statusNames[status]),
    note: noteOf(status, customer),
    state: at === now ? 'current' : at < now && status !== 'paused' ? 'done' : 'todo',
  }))
}

function noteOf(status: Customer['status'], { createdAt, contractStartOn }: Customer): string | undefined {
  if (status === 'trial') return formatInstant(createdAt).slice(0, 10)
  return status === 'active' && contractStartOn ? t('{day} 起', { day: contractStartOn }) : undefined
}
