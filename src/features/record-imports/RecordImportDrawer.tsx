import { useState } from 'react'
import { t } from '#kit/text.ts'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import type { ImportEntity, RecordImport } from './contract.ts'
import { RecordImportView } from './RecordImportView.tsx'
import { entityNames } from './rules.ts'

export interface RecordImportProps {
  entity: ImportEntity
  /** An import to go on with or to look at; without it a file is chosen first. */
  opened?: RecordImport
  onClose: () => void
}

/** 导入资料: the template, the file, the preview, the writing, what became of each row. */
export function RecordImportDrawer({ entity, opened, onClose }: RecordImportProps) {
  const [found, setFound] = useState<RecordImport | null>(opened ?? null)
  return (
    <SheetDrawer title={t('导入{kind}资料', { kind: t(entityNames[entity]) })} onClose={onClose}>
      {found ? (
        <RecordImportView
          found={found}
          onChange={setFound}
          onClose={onClose}
          {...(!opened && { onAgain: () => setFound(null) })}
        />
      ) : (
        <ChooseFile entity={entity} onRead={setFound} />
      )}
    </SheetDrawer>
  )
}
