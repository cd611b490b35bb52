import { App } from 'antd'
import { useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { fileStamp } from '#kit/format.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { imports } from '#operations/imports/contract.ts'
import { problemSheet } from './problemSheet.ts'
import type { FileEntry } from './rules.ts'

/** 下载问题行: a workbook with a sheet per file, which contains the file's rows with 行号 and 错误原因. */
export function useProblemDownload() {
  const client = useClient()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const download = async (entries: readonly Pick<FileEntry, 'preview'>[]) => {
    setBusy(true)
    try {
      const ids = entries.flatMap(({ preview }) => (preview && preview.problemTotal > 0 ? [preview.id] : []))
      const sheets = await sheetsOf(client, ids)
      await saveSheets(`${t('导入问题行_{stamp}', { stamp: fileStamp(new Date()) })}.xlsx`, sheets)
    } catch {
      // The client has shown why the request failed; this message says what it means for the file.
      message.error(t('问题行没有下载成功，请稍后重试。'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}

async function sheetsOf(client: Client, ids: readonly number[]): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const id of ids) sheets.push(problemSheet(await client.call(imports.problems, { id })))
  return sheets
}
