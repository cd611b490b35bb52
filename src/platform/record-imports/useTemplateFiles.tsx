import { App } from 'antd'
import { useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { fileStamp, formatCount } from '#kit/format.ts'
import type { ImportColumn } from '#kit/recordSheet.ts'
import { t } from '#kit/text.ts'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { type ImportEntity, recordImports } from './contract.ts'
import { entityNames, maxRowsOf } from './rules.ts'
import { type ExistingRow, existingSheets, templateSheets } from './template.ts'

/** Saves the empty template, or the records that the user may change, in the columns of the template. */
export function useTemplateFiles(entity: ImportEntity, columns: readonly ImportColumn[]) {
  const client = useClient()
  const { message } = App.useApp()
  const log = useExportLog()
  const [progress, setProgress] = useState<string | null>(null)
  const kind = entityNames[entity]
  const namesFor = async () => (await client.call(recordImports.choices, { entity })).named

  const saveTemplate = async () => {
    try {
      const sheets = templateSheets(columns, kind, await namesFor())
      await saveSheets(t('{kind}导入模板.xlsx', { kind: t(kind) }), sheets)
    } catch {
      // The call has already shown its error; this message adds that the template was not downloaded.
      message.error(t('模板没有下载成功，请稍后重试。'))
    }
  }

  /** Saves as many files as are needed, each of which can be imported again. */
  const saveFiles = async (rows: readonly ExistingRow[]) => {
    const named = await namesFor()
    const stamp = fileStamp(new Date())
    const module = t('{kind}现有资料', { kind: t(kind) })
    const headers = columns.map(({ header }) => header)
    const size = maxRowsOf(entity)
    for (let at = 0; at < rows.length; at += size) {
      const part = rows.slice(at, at + size)
      await log({ list: `sheet.${entity}`, module, filters: [], columns: headers, rows: part.length })
      const number = rows.length > size ? `_${at / size + 1}` : ''
      await saveSheets(
        `${module}_${stamp}${number}.xlsx`,
        existingSheets(columns, kind, { named, rows: part }),
      )
    }
  }

  const saveExisting = async () => {
    setProgress(t('正在读取…'))
    const report = (n: number) => setProgress(t('已读取 {n} 条', { n: formatCount(n) }))
    try {
      const rows = await fetchExisting(client, entity, report)
      if (rows.length === 0) return void message.info(t('还没有{kind}，请用模板填写。', { kind: t(kind) }))
      await saveFiles(rows)
      message.success(t('已导出 {n} 条', { n: formatCount(rows.length) }))
    } catch {
      // The call has already shown its error; this message adds that nothing was downloaded.
      message.error(t('现有资料没有下载成功，请稍后重试。'))
    } finally {
      setProgress(null)
    }
  }

  return { progress, saveTemplate, saveExisting }
}

async function fetchExisting(
  client: Client,
  entity: ImportEntity,
  report: (count: number) => void,
): Promise<ExistingRow[]> {
  const rows: ExistingRow[] = []
  for (;;) {
    const { items, hasMore } = await client.call(recordImports.existing, { entity, offset: rows.length })
    rows.push(...items)
    report(rows.length)
    if (!hasMore) return rows
  }
}
