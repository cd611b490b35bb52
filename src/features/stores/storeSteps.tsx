import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'
import type { Store } from './contract.ts'
import { statusNames } from './rules.ts'

const LIFE = ['pending', 'trial', 'serving', 'paused', 'stopped'] as const

/** Where a store stands in its life, with the days that are known of it; a trial or a pause may be left out. */
export function storeSteps(store: Store): DetailStep[] {
  const now = LIFE.indexOf(store.status)
  const passed = (status: Store['status']) =>
    status !== 'paused' && (status !== 'trial' || store.trialOn !== null)
  return LIFE.map((status, at) => ({
    label: t(statusNames[status]),
    note: dayOf(status, store),
    state: at === now ? 'current' : at < now && passed(status) ? 'done' : 'todo',
  }))
}

function dayOf(status: Store['status'], store: Store): string | undefined {
  const days = {
    pending: formatInstant(store.createdAt).slice(0, 10),
    trial: store.trialOn,
    serving: store.onlineOn,
    paused: null,
    stopped: store.stoppedOn,
  }
  return days[status] ?? undefined
}
