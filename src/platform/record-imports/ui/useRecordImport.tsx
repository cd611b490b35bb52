import { Suspense, useState } from 'react'
import { type Actor, can, reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import type { ImportEntity } from '#platform/record-imports/contract.ts'
import type { RecordImportProps } from '#platform/record-imports/RecordImportDrawer.tsx'

const RecordImportDrawer = lazyPart<'RecordImportDrawer', RecordImportProps>(
  () => import('#platform/record-imports/RecordImportDrawer.tsx'),
  'RecordImportDrawer',
)

/** The imports about stores that the actor may use: stores, terms, assignments and nicks. */
export function storeImports(actor: Actor): ImportEntity[] {
  const manages = (permission: Permission) =>
    ['all', 'company', 'team'].includes(reachOf(actor, permission) ?? '')
  return [
    ...(can(actor, 'canUpdateStore') ? (['store', 'terms'] as const) : []),
    ...(manages('canAssignStore') ? ['assignment' as const] : []),
    ...(manages('canReportWorklog') ? ['nick' as const] : []),
  ]
}

/** All imports that the actor may use, in the order in which a company is set up. */
export function recordImportsOf(actor: Actor): ImportEntity[] {
  return [
    ...(can(actor, 'canManageUser') ? ['staff' as const] : []),
    ...(can(actor, 'canUpdateCustomer') ? ['customer' as const] : []),
    ...storeImports(actor),
    ...(can(actor, 'canChargeCustomer') ? ['opening' as const] : []),
  ]
}

/** The toolbar action 导入资料 of a list and the window that it opens. */
export function useRecordImport(...entities: readonly [ImportEntity, ...ImportEntity[]]) {
  const [open, setOpen] = useState(false)
  const action: Action = {
    key: 'record-import',
    label: t('导入资料'),
    icon: 'upload',
    onClick: () => setOpen(true),
  }
  const window = open && (
    <Suspense>
      <RecordImportDrawer entities={entities} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { action, window }
}
