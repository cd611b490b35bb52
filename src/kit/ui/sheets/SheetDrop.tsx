import { Alert, Upload } from 'antd'
import { useState } from 'react'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import './sheetImport.css'

interface Props {
  /** The accepted files, in one line. */
  allowed: string
  /** Sends the file; throws if it is invalid, and the error is shown below the drop area. */
  send: (file: File) => Promise<void>
}

const MAX_BYTES = 20 * 1024 * 1024

/** Accepts a spreadsheet or CSV file, chosen or dropped. */
export function SheetDrop({ allowed, send }: Props) {
  const reading = useReading(send)
  return (
    <>
      <Upload.Dragger
        accept=".xlsx,.xls,.csv"
        showUploadList={false}
        disabled={reading.busy}
        beforeUpload={(file) => {
          void reading.take(file)
          return false
        }}
      >
        <p className="sheet-import-drop">
          <Icon name="upload" size={20} />
          {reading.busy ? t('正在读取…') : t('点这里选择文件，或把文件拖到这里')}
        </p>
        <p className="sheet-import-quiet">{allowed}</p>
      </Upload.Dragger>
      {reading.problem && (
        <Alert type="error" showIcon title={reading.problem} className="sheet-import-problem" />
      )}
    </>
  )
}

function useReading(send: Props['send']) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File) => {
    if (file.size > MAX_BYTES) return setProblem(t('文件超过 20 MB，请拆分后再上传。'))
    setBusy(true)
    setProblem(undefined)
    try {
      await send(file)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(sentenceOf(error.notice) || error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, take }
}
