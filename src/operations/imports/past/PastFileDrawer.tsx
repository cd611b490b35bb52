import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { figureFiles } from './contract.ts'
import { PastDrawer } from './PastDrawer.tsx'
import { type OpenPastFile, PastFileView } from './PastFileView.tsx'

export interface PastFileDrawerProps {
  id: number
  onClose: () => void
}

/** A workbook of past figures that was uploaded before: to view, to continue with, or to replace by another. */
export function PastFileDrawer({ id, onClose }: PastFileDrawerProps) {
  const call = useCall(figureFiles.get, { id }, { messagePlace: 'inPage', staleTime: 0 })
  const [newer, setNewer] = useState<OpenPastFile>()
  const [again, setAgain] = useState(false)
  if (again) return <PastDrawer onClose={onClose} />
  return (
    <SheetDrawer title={t('导入历史日数据')} onClose={onClose}>
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(file) => (
          <PastFileView
            file={newer ?? file}
            onChange={setNewer}
            onClose={onClose}
            onAgain={() => setAgain(true)}
          />
        )}
      </Loaded>
    </SheetDrawer>
  )
}
