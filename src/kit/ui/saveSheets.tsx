import type { Sheet } from '#kit/sheets/write.ts'
import { withoutMarks } from '#kit/text.ts'

/** Saves sheets as a file of that name (`….xlsx`) on the user's disk. The code that writes them is loaded on demand. */
export async function saveSheets(fileName: string, sheets: Sheet[]): Promise<void> {
  const { toXlsx } = await import('#kit/sheets/write.ts')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([toXlsx(sheets)]))
  link.download = withoutMarks(fileName)
  link.click()
  URL.revokeObjectURL(link.href)
}
