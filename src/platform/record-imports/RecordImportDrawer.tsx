import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useSheetColumns } from '#kit/ui/sheetColumns.tsx'
import { ChooseSheet } from '#kit/ui/sheets/ChooseSheet.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type ImportEntity, type RecordImport, recordImports } from './contract.ts'
import { RecordImportView } from './RecordImportView.tsx'
import { entityNames, maxRowsOf, templateColumns } from './rules.ts'
import { useTemplateFiles } from './useTemplateFiles.tsx'

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
          {entities.length > 1 && <Kinds entities={entities} entity={entity} onChange={setEntity} />}
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

interface ChooseFileProps {
  entity: ImportEntity
  onRead: (found: RecordImport) => void
}

/** The template download and the file upload; problems of the file are shown at the upload. */
function ChooseFile({ entity, onRead }: ChooseFileProps) {
  const client = useClient()
  const { SheetColumns } = useSuppliedParts()
  return (
    <ChooseSheet
      template={
        <SheetColumns>
          <Template entity={entity} />
        </SheetColumns>
      }
      allowed={t('.xlsx、.xls、.csv，最多 {n} 行', { n: formatCount(maxRowsOf(entity)) })}
      notes={[
        t('先预检：逐行告诉您会新增、更新、不变、冲突还是错误；确认之前不写入。'),
        t('空白单元格不改原值；列表导出的文件也能直接上传，多出的列不读。'),
        t('同一份文件再导入一次，什么也不会变。'),
      ]}
      send={async (file) =>
        onRead(await client.call(recordImports.create, { entity }, { file, messagePlace: 'inPage' }))
      }
    />
  )
}

function Template({ entity }: { entity: ImportEntity }) {
  const columns = templateColumns(useUser(), useSheetColumns(entity))
  const { progress, saveTemplate, saveExisting } = useTemplateFiles(entity, columns)
  return (
    <>
      <p>{t('模板里有可选项、示例和每一列的说明。要改已有的，下载现有资料，改好再传：没改的行不会变。')}</p>
      <div className="sheet-import-files">
        <Button
          icon={<Icon name="download" />}
          disabled={progress !== null}
          onClick={() => void saveTemplate()}
        >
          {t('下载模板')}
        </Button>
        <Button
          icon={<Icon name="download" />}
          loading={progress !== null}
          onClick={() => void saveExisting()}
        >
          {progress ?? t('下载现有资料')}
        </Button>
      </div>
    </>
  )
}
