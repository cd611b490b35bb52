import { Button, Drawer } from 'antd'
import { lazy, Suspense } from 'react'
import { formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { BatchStatusTag } from './batchColumns.tsx'
import { type ImportPreview, imports } from './contract.ts'
import { formatNames } from './rules.ts'

const WrittenPreview = lazy(async () => ({
  default: (await import('./drawer/WrittenPreview.tsx')).WrittenPreview,
}))
const ImportDrawer = lazy(async () => ({
  default: (await import('./drawer/ImportDrawer.tsx')).ImportDrawer,
}))

export interface BatchDrawerProps {
  /** The import to show; null if the drawer is closed. */
  id: number | null
  onClose: () => void
}

/** Reopens an import: in the import drawer if it is not confirmed yet, otherwise read-only. */
export function BatchDrawer({ id, onClose }: BatchDrawerProps) {
  const call = useCall(
    imports.get,
    { id: id ?? 0 },
    { enabled: id !== null, messagePlace: 'inPage', staleTime: 0 },
  )
  const batch = id === null ? undefined : call.data
  if (batch?.status === 'preview') {
    return (
      <Suspense fallback={null}>
        <ImportDrawer key={batch.id} open onClose={onClose} onClosed={onClose} opened={batch} />
      </Suspense>
    )
  }
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size="min(1120px, 100vw)"
      title={batch?.fileName ?? t('导入记录')}
      footer={<Button onClick={onClose}>{t('关闭')}</Button>}
      placement={endSide()}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(found) => <ReadOnlyImport batch={found} />}
      </Loaded>
    </Drawer>
  )
}

function ReadOnlyImport({ batch }: { batch: ImportPreview }) {
  return (
    <Suspense fallback={<TextSkeleton rows={8} />}>
      <p className="batch-line">
        <BatchStatusTag status={batch.status} />
        {t('{platform}，{name}于 {at} 上传', {
          platform: t(formatNames[batch.platform]),
          name: batch.createdByName,
          at: formatInstant(batch.createdAt),
        })}
      </p>
      <WrittenPreview preview={batch} />
    </Suspense>
  )
}
