import type { BookAbout } from '#kit/sheets/bookXml.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import { t, withoutMarks } from '#kit/text.ts'

/**
 * Saves sheets as a file of that name (`….xlsx`) on the user's disk. `about` is printed above each page. The code that
 * writes them is loaded on demand.
 */
export async function saveSheets(
  fileName: string,
  sheets: Sheet[],
  about: Omit<BookAbout, 'say'> = {},
): Promise<void> {
  const { toXlsx } = await import('#kit/sheets/write.ts')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([toXlsx(sheets, { ...about, say: (sentence, values) => withoutMarks(t(sentence, values)) })]),
  )
  link.download = withoutMarks(fileName)
  link.click()
  URL.revokeObjectURL(link.href)
}
