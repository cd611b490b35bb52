import type { Sheet } from '#kit/sheets/write.ts'

/** Saves sheets as `name.xlsx` on the person's disk. What writes them is loaded when it is needed. */
export async function saveSheets(name: string, sheets: Sheet[]): Promise<void> {
  const { toXlsx } = await import('#kit/sheets/write.ts')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([toXlsx(sheets)]))
  link.download = `${name}.xlsx`
  link.click()
  URL.revokeObjectURL(link.href)
}
