import { Suspense } from 'react'
import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { bulkEditAction } from '#features/bulk-edits/BulkEditPicker.tsx'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { Action, BatchAction, Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import type { Store } from './contract.ts'
import { lacksYesterday } from './rules.ts'
import type { Step } from './rulesOfSteps.ts'
import { canStep, stepNames } from './rulesOfSteps.ts'

/** What a person can do with a store; where yesterday is missing, the step that brings it comes first. */
export function storeActions(user: Actor, store: Store, edit: () => void): Maybe<RowAction>[] {
  return [
    can(user, 'canReportWorklog') &&
      lacksYesterday(store) && { key: 'import', label: t('导入'), to: '/store-worklog/imports' },
    can(user, 'canUpdateStore') && { key: 'edit', label: t('编辑'), onClick: edit },
    can(user, 'canAssignStore') &&
      store.status !== 'stopped' && {
        key: 'assign',
        label: reachOf(user, 'canAssignStore') === 'own' ? t('安排替班') : t('分配'),
        to: `/store-management/${store.id}?tab=agents`,
      },
  ]
}

interface Doings {
  edit: () => void
  take: (step: Step) => void
}

/** What a person can do on a store's page; the filled button is the next step towards service, else the edit. */
export function pageActions(user: Actor, store: Store, { edit, take }: Doings): Maybe<Action>[] {
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
      onClick: () => take(step),
    })),
  ]
}

const LeaderForm = lazyPart(() => import('./LeaderForm.tsx'), 'LeaderForm')

/** What a person can do with several stores at once. */
export function storeBatch(user: Actor): Maybe<BatchAction<Store>>[] {
  return [
    can(user, 'canUpdateStore') && bulkEditAction('store'),
    can(user, 'canUpdateStore') && {
      key: 'leader',
      label: t('更换组长'),
      form: (batch) => (
        <Suspense>
          <LeaderForm {...batch} />
        </Suspense>
      ),
    },
  ]
}
