/**
 * JSON as PostgreSQL's jsonb takes it: a zero character or half of a surrogate pair, which a file may hold, would be
 * refused with everything around it.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u0000|\\ud[89a-f]/.test(text) ? JSON.stringify(value, (_, part) => plainText(part)) : text
}

function plainText(part: unknown): unknown {
  return typeof part === 'string' ? storableText(part) : part
}

/** A text without what PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
