import { Drawer } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
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
    <TouchSize>
      <Drawer
        open
        onClose={onClose}
        placement={endSide()}
        size={640}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        title={t('导入{kind}资料', { kind: t(entityNames[entity]) })}
      >
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
      </Drawer>
    </TouchSize>
  )
}
