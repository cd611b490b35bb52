import { App, Button } from 'antd'
import { useClient } from '#kit/clientContext.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { useSheetColumns } from '#kit/ui/sheetColumns.tsx'
import { ChooseSheet } from '#kit/ui/sheets/ChooseSheet.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ImportEntity, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { columnsFor, entityNames, maxRowsOf } from './rules.ts'
import { templateSheets } from './template.ts'

interface Props {
  entity: ImportEntity
  onRead: (found: RecordImport) => void
}

/** The template download and the file upload; problems of the file are shown at the upload. */
export function ChooseFile({ entity, onRead }: Props) {
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
        t('空白单元格不改原值；同一份文件再导入一次，什么也不会变。'),
      ]}
      send={async (file) =>
        onRead(await client.call(recordImports.create, { entity }, { file, messagePlace: 'inPage' }))
      }
    />
  )
}

function Template({ entity }: { entity: ImportEntity }) {
  const columns = columnsFor(useUser(), useSheetColumns(entity))
  const client = useClient()
  const { message } = App.useApp()
  const save = async () => {
    const kind = entityNames[entity]
    try {
      const { named } = await client.call(recordImports.choices, { entity })
      const sheets = templateSheets(columns, kind, named)
      await saveSheets(t('{kind}导入模板.xlsx', { kind: t(kind) }), sheets)
    } catch {
      // The call has already shown its error; this message adds that the template was not downloaded.
      message.error(t('模板没有下载成功，请稍后重试。'))
    }
  }
  return (
    <>
      <p>{t('模板里有可选项、示例和每一列的说明。')}</p>
      <Button icon={<Icon name="download" />} onClick={save}>
        {t('下载模板')}
      </Button>
    </>
  )
}
