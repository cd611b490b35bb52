/** How a spreadsheet shows a number: as a number, a day, a time (elapsed), or both. */
export type NumberKind = 'number' | 'day' | 'time' | 'instant'

const BUILT_IN: [from: number, to: number, kind: NumberKind][] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'instant'],
  [27, 31, 'day'],
  [32, 35, 'time'],
  [36, 36, 'day'],
  [45, 47, 'time'],
  [50, 54, 'day'],
  [55, 56, 'time'],
  [57, 58, 'day'],
]

/** The kind of a number format: by its code if the file has one, else by its built-in id (ECMA-376, 18.8.30). */
export function kindOfFormat(id: number, code?: string): NumberKind {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'
  const pattern = code
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .replace(/am\/pm|a\/p|上午\/下午/gi, '')
    .split(';')[0]
  if (!pattern || /general/i.test(pattern)) return 'number'
  const time = /[hs]/i.test(pattern)
  const day = /[yd]/i.test(pattern) || (/m/i.test(pattern) && !time)
  if (day) return time ? 'instant' : 'day'
  return time ? 'time' : 'number'
}

const FIRST_DAY = Date.UTC(1899, 11, 30)
const LAST_SERIAL = 2_958_465
const DAYS_TO_1904 = 1_462

/**
 * A cell's number as text: `2026-05-15`, `00:02:30`, `2026-05-15 08:30:00`, or the shortest digits that Excel would
 * show.
 */
export function numberText(raw: string, kind: NumberKind, from1904 = false): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (kind === 'number' || value < 0 || value > LAST_SERIAL) return shortestDigits(raw, value)
  const seconds = Math.round(value * 86_400)
  // A format such as h:mm may also be used for a full instant; a thousand days or more is no duration.
  if (kind === 'time' && value < 1_000) return clock(seconds)
  const days = kind === 'day' ? Math.floor(value) : Math.floor(seconds / 86_400)
  const date = new Date(FIRST_DAY + (days + (from1904 ? DAYS_TO_1904 : 0)) * 86_400_000)
    .toISOString()
    .slice(0, 10)
  return kind === 'day' ? date : `${date} ${clock(seconds % 86_400)}`
}

/** Excel keeps 15 digits; further ones in a file (0.30000000000000004) are floating-point noise. */
function shortestDigits(raw: string, value: number): string {
  return /^-?\d+$/.test(raw) ? raw : String(Number(value.toPrecision(15)))
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
