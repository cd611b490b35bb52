import { AppError } from './errors.ts'

/** Everything that a JSON text consists of but white space: a text in quotes, a sign, or a bare word. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** How many brackets may lie one in the other; whoever looks through the value calls itself for each. */
const MAX_LEVELS = 32

/**
 * Throws INVALID where an object of a JSON text names a key twice (two readers could each believe another of the
 * values), or where it is nested too deep. The text has been parsed before, so that it is known to be JSON.
 */
export function refuseAmbiguous(text: string): void {
  // Per open bracket: the keys so far, or null in an array.
  const open: (Set<string> | null)[] = []
  let previous = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const keys = open.at(-1)
    const isKey = token.startsWith('"') && keys && (previous === '{' || previous === ',')
    if (isKey) {
      const key: string = JSON.parse(token)
      if (keys.has(key)) throw new AppError('INVALID', '请求内容里有重复的字段：{key}', { params: { key } })
      keys.add(key)
    }
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    if (open.length > MAX_LEVELS) throw new AppError('INVALID', '请求内容嵌套过深。')
    previous = token
  }
}

/** Throws INVALID where a text in the input cannot be stored: PostgreSQL takes neither NUL nor half a character. */
export function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new AppError('INVALID', '内容里有无法保存的字符，请删去后再提交。')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(part)
    }
  }
}
