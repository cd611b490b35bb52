import type { Client } from '#kit/client.ts'
import { exportFiles } from './contract.ts'

/** Fetches a file of the download centre part by part, and saves it on the person's disk. */
export async function fetchFile(client: Client, id: number): Promise<void> {
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
