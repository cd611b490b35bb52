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

/** The batch action 批量修改: sets the same values in all selected records, after a preview. */
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
