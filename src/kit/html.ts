const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => NAMES[sign] ?? sign)
}

/** A piece of HTML that is safe to stand in a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** HTML in which every value that is filled in is escaped, whatever it is; null, undefined and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, at) => text + filled(values[at - 1]) + part))
}

function filled(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(filled).join('')
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value))
}
