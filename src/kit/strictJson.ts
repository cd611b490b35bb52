import { AppError } from './errors.ts'

/** The tokens of a JSON text: a string in quotes, a punctuation character, or a bare word. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** Maximum depth of nested brackets: code that walks the value calls itself for each level. */
const MAX_LEVELS = 32

/**
 * Throws INVALID if an object of a JSON text has a duplicate key (two parsers might use different values), or if the
 * nesting is too deep. The text must be valid JSON.
 */
export function refuseAmbiguous(text: string): void {
  // For each open bracket: the keys so far, or null in an array.
  const open: (Set<string> | null)[] = []
  let previous = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const keys = open.at(-1)
    const isKey = token.startsWith('"') && keys && (previous === '{' || previous === ',')
    if (isKey) addKey(keys, JSON.parse(token))
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    if (open.length > MAX_LEVELS) throw new AppError('INVALID', '请求内容嵌套过深。')
    previous = token
  }
}

/** Throws INVALID if the object has the key already. */
function addKey(keys: Set<string>, key: string): void {
  if (keys.has(key)) throw new AppError('INVALID', '请求内容里有重复的字段：{key}', { values: { key } })
  keys.add(key)
}

/** Throws INVALID if a text in the input cannot be stored: PostgreSQL accepts neither NUL nor a lone surrogate. */
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
