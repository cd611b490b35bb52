import { Suspense } from 'react'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchAction } from '#kit/ui/list/declare.tsx'
import type { BulkEntity } from '#platform/bulk-edits/contract.ts'
import type { NewBulkEditProps } from '#platform/bulk-edits/NewBulkEdit.tsx'

const NewBulkEdit = lazyPart<'NewBulkEdit', NewBulkEditProps>(
  () => import('#platform/bulk-edits/NewBulkEdit.tsx'),
  'NewBulkEdit',
)

/** 批量修改 in the bar over selected rows: the same values for all of them, after a preview. */
export function bulkEditAction<T extends { id: number }>(entity: BulkEntity): BatchAction<T> {
  return {
    key: 'bulk-edit',
    label: t('批量修改'),
    form: ({ rows, close }) => (
      <Suspense>
        <NewBulkEdit entity={entity} ids={rows.map(({ id }) => id)} onClose={close} />
      </Suspense>
    ),
  }
}
