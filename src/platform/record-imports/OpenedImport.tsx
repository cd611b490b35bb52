import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import type { RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { RecordImportView } from './RecordImportView.tsx'
import { entityNames } from './rules.ts'

/** An earlier import, to view, continue or undo. */
export function OpenedImport({ id, onClose }: { id: number; onClose: () => void }) {
  const call = useCall(recordImports.get, { id }, { messagePlace: 'inPage', staleTime: 0 })
  const [newer, setNewer] = useState<RecordImport>()
  const entity = call.data?.entity
  const title = entity ? t('导入{kind}资料', { kind: t(entityNames[entity]) }) : t('资料导入')
  return (
    <SheetDrawer title={title} onClose={onClose}>
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(found) => <RecordImportView found={newer ?? found} onChange={setNewer} onClose={onClose} />}
      </Loaded>
    </SheetDrawer>
  )
}
