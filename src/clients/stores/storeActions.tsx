import { Suspense } from 'react'
import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchAction, Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import { bulkEditAction } from '#platform/bulk-edits/ui/bulkEditAction.tsx'
import type { Store } from './contract.ts'
import { lacksYesterday } from './rules.ts'

/** The row actions of a store. If yesterday's figures are missing, the import comes first. */
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

const LeaderForm = lazyPart(() => import('./LeaderForm.tsx'), 'LeaderForm')

/** The batch actions for selected stores. */
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
