import type { Sentence } from '#kit/text.ts'

/** The result of reading a cell: a value (null if the platform has none), not counted yet, or unreadable. */
export type Reading<T> = { value: T | null } | { pending: true } | { problem: Sentence }

/** Most cells are plain ASCII, which normalising and trimming leave unchanged. */
const PLAIN_ASCII = /^[!-~]*$/

/** Normalises a cell's text for comparison: full width folded, ends trimmed. */
export function cleanCell(text: string): string {
  if (PLAIN_ASCII.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .trim()
}

/** Quotes a cell's text for a message; longer texts are shortened. */
export function quoteCell(text: string): string {
  const clean = cleanCell(text).replace(/\s+/g, ' ')
  return `“${clean.length > 30 ? `${clean.slice(0, 30)}…` : clean}”`
}

/** Whether the cell is one of the platforms' notations for "no value". */
export function isNoValue(text: string): boolean {
  return /^[-—–―]*$/.test(cleanCell(text))
}

/** A message about a cell: `{cell}` is its text. */
export function cellProblem(sentence: string, text: string): { problem: Sentence } {
  return { problem: { sentence, values: { cell: quoteCell(text) } } }
}
