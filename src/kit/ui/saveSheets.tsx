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
  { company, person, subject, at }: Omit<BookAbout, 'say'> = {},
): Promise<void> {
  const { toXlsx } = await import('#kit/sheets/write.ts')
  const about: BookAbout = {
    company: company && withoutMarks(company),
    person: person && withoutMarks(person),
    subject: subject && withoutMarks(subject),
    at,
    say: (sentence, values) => withoutMarks(t(sentence, values)),
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([toXlsx(sheets, about)]))
  link.download = withoutMarks(fileName)
  link.click()
  URL.revokeObjectURL(link.href)
}
