import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import type { ImportEntity } from './contract.ts'
import type { RecordImportProps } from './RecordImportDrawer.tsx'

const RecordImportDrawer = lazyPart<'RecordImportDrawer', RecordImportProps>(
  () => import('./RecordImportDrawer.tsx'),
  'RecordImportDrawer',
)

/** 导入资料 of a list: the act for its toolbar, and the window that it opens. */
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
