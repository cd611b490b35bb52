import { type Actor, can } from '#access/can.ts'
import type { Store } from '#clients/stores/contract.ts'
import { canStep, type Step, stepNames } from '#clients/stores/steps/rules.ts'
import { t } from '#kit/text.ts'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'

interface PageHandlers {
  edit: () => void
  openStep: (step: Step) => void
}

/** The actions of a store's page. The primary button is going live if possible, otherwise the edit. */
export function pageActions(user: Actor, store: Store, { edit, openStep }: PageHandlers): Maybe<Action>[] {
  const writes = can(user, 'canUpdateStore')
  const steps = (Object.keys(stepNames) as Step[]).filter((step) => canStep(step, store.status))
  const goesLive = steps.includes('go-live')
  return [
    can(user, 'canReportWorklog') && { key: 'import', label: t('导入数据'), to: '/store-worklog/imports' },
    writes && { key: 'edit', label: t('编辑'), icon: 'edit', primary: !goesLive, onClick: edit },
    ...(writes ? steps : []).map((step) => ({
      key: step,
      label: t(stepNames[step]),
      primary: step === 'go-live',
      danger: step === 'stop',
      onClick: () => openStep(step),
    })),
  ]
}
