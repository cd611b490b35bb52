import type { ImportPreview } from '#operations/imports/contract.ts'
import { FilePreview } from './FilePreview.tsx'
import { newEntry } from './rules.ts'

/** The figures of an import that was written or undone, read-only. */
export function WrittenPreview({ preview }: { preview: ImportPreview }) {
  return <FilePreview entry={newEntry(`batch ${preview.id}`, preview.fileName)} preview={preview} />
}
