/** In names shorter than this only two swapped letters count: too many names are close to `HOST`. */
const SHORT = 8
/** From this length on, two edits still count as a misspelling. */
const LONG = 14
/** Minimum length of an abbreviation, such as `DIR` for `DIRECTORY`. */
const ABBREVIATION = 3
/** Similar to one of our settings, and used by many other programs. */
const COMMON = new Set(['LOGLEVEL'])

/**
 * Finds names in the environment that are probably misspelt settings (docs/decisions/088). Ignores settings that are
 * given under their own name.
 */
export function misspelt(
  names: readonly string[],
  settings: readonly string[],
): { name: string; meant: string }[] {
  const missing = settings.filter((setting) => !names.includes(setting))
  return names.flatMap((name) => {
    if (settings.includes(name)) return []
    const [best] = missing
      .map((setting) => ({ name, meant: setting, edits: editsBetween(name.toUpperCase(), setting) }))
      .filter(({ meant, edits }) => isLike(name, meant, edits))
      .sort((a, b) => a.edits - b.edits)
    return best ? [{ name: best.name, meant: best.meant }] : []
  })
}

function isLike(name: string, setting: string, edits: number): boolean {
  const upper = name.toUpperCase()
  // Numbered names are the operator's own: `DATABASE_URL_2`.
  if (COMMON.has(upper) || /\d/.test(name)) return false
  if (setting.length < SHORT) return name === upper && edits === 1 && sorted(name) === sorted(setting)
  return edits <= (setting.length < LONG ? 1 : 2) || isSpeltOut(upper, setting)
}

const sorted = (text: string) => [...text].sort().join('')

/** Whether the names have the same words, some of them abbreviated: `DATA_DIRECTORY`, `ADMIN_USER`. */
function isSpeltOut(name: string, setting: string): boolean {
  const [words, settingWords] = [name.split('_'), setting.split('_')]
  if (words.length !== settingWords.length || words[0] !== settingWords[0]) return false
  return words.every((word, n) => {
    const [short = '', long = ''] = [word, settingWords[n] ?? ''].sort((a, b) => a.length - b.length)
    return short.length >= ABBREVIATION && long.startsWith(short)
  })
}

/** Number of letters to insert, delete, replace or swap with the next one (Damerau-Levenshtein distance). */
function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const costs = [
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ]
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) costs.push(at(rows, i - 2, j - 2) + 1)
      row.push(Math.min(...costs))
    }
    rows.push(row)
  }
  return at(rows, a.length, b.length)
}

const at = (rows: number[][], i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
