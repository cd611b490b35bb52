import { Segmented } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import type { ImportEntity, RecordImport } from './contract.ts'
import { RecordImportView } from './RecordImportView.tsx'
import { entityNames } from './rules.ts'

export interface RecordImportProps {
  /** The record kinds on offer; if there are several, the user chooses one first. */
  entities: readonly [ImportEntity, ...ImportEntity[]]
  onClose: () => void
}

/** 导入资料: template, file, preview, run and results. */
export function RecordImportDrawer({ entities, onClose }: RecordImportProps) {
  const [entity, setEntity] = useState<ImportEntity>(entities[0])
  const [found, setFound] = useState<RecordImport | null>(null)
  return (
    <SheetDrawer title={t('导入{kind}资料', { kind: t(entityNames[entity]) })} onClose={onClose}>
      {found ? (
        <RecordImportView
          found={found}
          onChange={setFound}
          onClose={onClose}
          onAgain={() => setFound(null)}
        />
      ) : (
        <>
          {entities.length > 1 && <Kinds {...{ entities, entity }} onChange={setEntity} />}
          <ChooseFile key={entity} entity={entity} onRead={setFound} />
        </>
      )}
    </SheetDrawer>
  )
}

interface KindsProps extends Pick<RecordImportProps, 'entities'> {
  entity: ImportEntity
  onChange: (entity: ImportEntity) => void
}

function Kinds({ entities, entity, onChange }: KindsProps) {
  return (
    <Segmented<ImportEntity>
      className="sheet-import-kinds"
      value={entity}
      onChange={onChange}
      aria-label={t('导入什么')}
      options={entities.map((value) => ({ value, label: t(entityNames[value]) }))}
    />
  )
}
