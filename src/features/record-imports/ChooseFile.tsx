import { Alert, App, Button, Upload } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ImportEntity, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { entityNames } from './rules.ts'
import { templateSheets } from './template.ts'
import './recordImports.css'

interface Props {
  entity: ImportEntity
  onRead: (found: RecordImport) => void
}

const MAX_BYTES = 20 * 1024 * 1024

/** The template first, then the file; what is wrong with a file is said where it was dropped. */
export function ChooseFile({ entity, onRead }: Props) {
  const { busy, problem, send } = useReading(entity, onRead)
  return (
    <div className="record-import">
      <section>
        <h3>{t('1. 下载模板，按表头填写')}</h3>
        <p>{t('模板里有可选项、示例和每一列的说明。')}</p>
        <TemplateButton entity={entity} />
      </section>
      <section>
        <h3>{t('2. 上传填好的表')}</h3>
        <Upload.Dragger
          accept=".xlsx,.xls,.csv"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            void send(file)
            return false
          }}
        >
          <p className="record-import-drop">
            <Icon name="upload" size={20} />
            {busy ? t('正在读取…') : t('点这里选择文件，或把文件拖到这里')}
          </p>
          <p className="record-import-quiet">{t('.xlsx、.xls、.csv，最多 5,000 行')}</p>
        </Upload.Dragger>
        {problem && <Alert type="error" showIcon title={problem} className="record-import-problem" />}
      </section>
      <ul className="record-import-quiet">
        <li>{t('先预检：逐行告诉您会新增、更新、不变、冲突还是错误；确认之前不写入。')}</li>
        <li>{t('空白单元格不改原值；同一份文件再导入一次，什么也不会变。')}</li>
      </ul>
    </div>
  )
}

function TemplateButton({ entity }: { entity: ImportEntity }) {
  const user = useUser()
  const client = useClient()
  const { message } = App.useApp()
  const save = async () => {
    const kind = entityNames[entity]
    try {
      const { named } = await client.call(recordImports.choices, { entity }, { skipErrorHandler: true })
      const sheets = templateSheets(user, entity, kind, named)
      await saveSheets(t('{kind}导入模板.xlsx', { kind: t(kind) }), sheets)
    } catch {
      message.error(t('模板没有下载成功，请稍后重试。'))
    }
  }
  return (
    <Button icon={<Icon name="download" />} onClick={save}>
      {t('下载模板')}
    </Button>
  )
}

function useReading(entity: ImportEntity, onRead: (found: RecordImport) => void) {
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (file: File) => {
    if (file.size > MAX_BYTES) return setProblem(t('文件超过 20 MB，请拆分后再上传。'))
    setBusy(true)
    setProblem(undefined)
    try {
      onRead(await client.call(recordImports.create, { entity }, { file, skipErrorHandler: true }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send }
}
