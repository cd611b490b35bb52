/**
 * JSON text that PostgreSQL's jsonb accepts: it rejects null characters and lone surrogates, which a file may contain.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u0000|\\ud[89a-f]/.test(text) ? JSON.stringify(value, (_, part) => plainText(part)) : text
}

function plainText(part: unknown): unknown {
  return typeof part === 'string' ? storableText(part) : part
}

/** Removes null characters and replaces lone surrogates, which PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
