import { App } from 'antd'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { fileStamp } from '#kit/format.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { type FirstPassword, type ImportRow, type RecordImport, recordImports } from './contract.ts'
import { failedSheet, passwordSheet } from './resultSheets.ts'

const PAGE_SIZE = 100

/** Saves the files of an import: the failed rows and the one-time passwords. */
export function useSavedFiles() {
  const client = useClient()
  const { message } = App.useApp()
  const save = async (name: string, sheets: () => Promise<Sheet[]>) => {
    try {
      await saveSheets(`${name}_${fileStamp(new Date())}.xlsx`, await sheets())
    } catch {
      message.error(t('文件没有下载成功，请稍后重试。'))
    }
  }
  return {
    saveFailed: (found: RecordImport) =>
      save(t('导入出错的行'), async () => [failedSheet(found, await failedRows(client, found.id))]),
    savePasswords: (passwords: readonly FirstPassword[]) =>
      save(t('一次性密码'), async () => [passwordSheet(passwords)]),
  }
}

async function failedRows(client: Client, id: number): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (let current = 1; ; current += 1) {
    const state = ['error' as const, 'conflict' as const, 'failed' as const]
    const { items, total } = await client.call(recordImports.rows, {
      id,
      state,
      current,
      pageSize: PAGE_SIZE,
    })
    rows.push(...items)
    if (rows.length >= total || items.length === 0) return rows
  }
}
