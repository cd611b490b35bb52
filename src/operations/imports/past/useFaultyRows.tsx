import { App } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import { fileStamp } from '#kit/format.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { ADDED_HEADERS } from './columns.ts'
import type { PastFile } from './contract.ts'
import { figureFiles } from './contract.ts'
import { faultText } from './rules.ts'

type Faults = z.output<typeof figureFiles.faults.output>

/** Downloads the rejected rows as the same workbook with 错误原因; once corrected, it can be uploaded as it is. */
export function useFaultyRows({ id }: PastFile) {
  const client = useClient()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const faults = await client.call(figureFiles.faults, { id })
      await saveSheets(`${t('历史日数据_没有采用的行')}_${fileStamp(new Date())}.xlsx`, [sheetOf(faults)])
      if (faults.total > faults.items.length) {
        message.info(t('只下载了前 {n} 行，改好重新上传后再下载其余的。', { n: faults.items.length }))
      }
    } catch {
      // The call has shown why; this message says what it means for the file.
      message.error(t('文件没有下载成功，请稍后重试。'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

function sheetOf({ headers, items }: Faults): Sheet {
  const shownColumns = headers
    .map((title, at) => ({ title, at }))
    .filter(({ title }) => title !== '' && !ADDED_HEADERS.includes(title))
  const [reason = '', number = ''] = ADDED_HEADERS
  return {
    name: '历史日数据',
    columns: [
      ...shownColumns.map(({ title }) => ({ title, type: 'text' as const })),
      { title: reason, type: 'text', width: 56 },
      { title: number, type: 'number', width: 8 },
    ],
    rows: items.map(({ row, cells, faults }) => [
      ...shownColumns.map(({ at }) => cells[at] ?? null),
      faults.map(faultText).join(' '),
      row,
    ]),
  }
}
