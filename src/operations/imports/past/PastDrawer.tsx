import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { ChooseSheet } from '#kit/ui/sheets/ChooseSheet.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { figureFiles } from './contract.ts'
import { type OpenPastFile, PastFileView } from './PastFileView.tsx'
import { TemplateForm } from './TemplateForm.tsx'

/** 导入历史日数据: template, upload, preview and commit. */
export function PastDrawer({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<OpenPastFile | null>(null)
  const client = useClient()
  const read = async (chosen: File) =>
    setFile(await client.call(figureFiles.create, {}, { file: chosen, messagePlace: 'inPage' }))
  return (
    <SheetDrawer title={t('导入历史日数据')} onClose={onClose}>
      {file ? (
        <PastFileView
          key={file.id}
          file={file}
          onChange={setFile}
          onClose={onClose}
          onAgain={() => setFile(null)}
        />
      ) : (
        <ChooseSheet
          template={<TemplateForm />}
          allowed={t('.xlsx、.xls、.csv，最多 20 MB、20 万行')}
          notes={[
            t('先预检：告诉您每一行会新增、更新、不变、冲突还是错误；确认之前不写入。'),
            t('平台导出的数据和手工更正过的数优先，不会被历史数据覆盖。'),
            t('同一份文件再导入一次，什么也不会变；写入后可以撤销。'),
          ]}
          send={read}
        />
      )}
    </SheetDrawer>
  )
}
