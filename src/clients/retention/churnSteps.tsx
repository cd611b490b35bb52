import { statusNames } from '#clients/churn-records/rules.ts'
import { t } from '#kit/text.ts'
import type { DetailStep } from '#kit/ui/detail/declare.tsx'
import type { ChurnPage } from './contract.ts'

/** The status path of a record: 挽留中, then 已流失 and 已召回, or 已撤销. */
export function churnSteps(page: ChurnPage): DetailStep[] {
  const { status, detectedOn, confirmedOn, cancelledOn, wonBackOn } = page
  const name = (of: keyof typeof statusNames) => t(statusNames[of])
  const first: DetailStep = {
    ...{ label: name('retaining'), note: detectedOn },
    state: status === 'retaining' ? 'current' : 'done',
  }
  if (status === 'cancelled') {
    return [first, { label: name('cancelled'), note: cancelledOn, state: 'current' }]
  }
  const churned = { retaining: 'todo', churned: 'current', won_back: 'done' } as const
  return [
    first,
    { label: name('churned'), note: confirmedOn, state: churned[status] },
    { label: name('won_back'), note: wonBackOn, state: status === 'won_back' ? 'current' : 'todo' },
  ]
}
