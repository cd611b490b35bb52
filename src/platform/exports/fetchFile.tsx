import { App } from 'antd'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { exportFiles } from './contract.ts'

/** Downloads a file part by part and saves it through the browser. */
export function useFetchFile(): (id: number) => Promise<void> {
  const client = useClient()
  const { message } = App.useApp()
  return async (id) => {
    try {
      await fetchFile(client, id)
    } catch {
      // The call has already shown its error; this message adds that the file was not downloaded.
      message.error(t('文件没有下载成功，请稍后重试。'))
    }
  }
}

async function fetchFile(client: Client, id: number): Promise<void> {
  const { name, parts } = await client.call(exportFiles.download, { id })
  const bytes: Uint8Array<ArrayBuffer>[] = []
  for (let no = 1; no <= parts; no += 1) {
    const { base64 } = await client.call(exportFiles.part, { id, no })
    bytes.push(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(bytes))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
