/** The text of the watermark: the viewer's name and id. */
export function markOf(person: { id: number; name: string }): string {
  return `${person.name} ${String(person.id).padStart(4, '0')}`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** One tile of the watermark as a picture for `background-image`. */
export function markTile(words: string): string {
  const text = words.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
  const tile =
    '<svg xmlns="http://www.w3.org/2000/svg" width="304" height="184">' +
    '<text x="20" y="120" transform="rotate(-18 20 120)" font-family="sans-serif" font-size="13" ' +
    `fill="#1f2329" fill-opacity="0.05">${text}</text></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(tile)}")`
}
