/** What others have to wait for while a migration is applied, from the least to the most. */
export type LockMode = 'row exclusive' | 'share' | 'share row exclusive' | 'access exclusive'

const STRENGTH: readonly LockMode[] = ['row exclusive', 'share', 'share row exclusive', 'access exclusive']

/** Statements that lock a table, each with the table in its first group. Source: PostgreSQL's manual, explicit locking. */
const STATEMENTS: readonly [pattern: RegExp, mode: LockMode][] = [
  [/\balter table (?:if exists )?(?:only )?(\w+)/g, 'access exclusive'],
  [/\bdrop table (?:if exists )?(\w+)/g, 'access exclusive'],
  [/\btruncate (?:table )?(\w+)/g, 'access exclusive'],
  [/\bdrop trigger (?:if exists )?\w+ on (\w+)/g, 'access exclusive'],
  [/\bcreate (?:or replace )?(?:constraint )?trigger [^;]*? on (\w+)/g, 'share row exclusive'],
  [/\breferences (\w+)/g, 'share row exclusive'],
  [/\bcreate (?:unique )?index (?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/g, 'share'],
  [/\binsert into (\w+)/g, 'row exclusive'],
  [/(?<!for |do |on |or |before |after )\bupdate (?!of\b|or\b|on\b|set\b)(?:only )?(\w+)/g, 'row exclusive'],
  [/\bdelete from (?:only )?(\w+)/g, 'row exclusive'],
]

/** The SQL without what does not act when it is read: comments, texts, and bodies of functions. */
function acting(text: string): string {
  return text
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, (body, _tag, at: number) =>
      // A `do` block runs at once.
      /\bdo\s*$/.test(text.slice(0, at)) ? body.replaceAll('$', ' ') : "''",
    )
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/**
 * The tables that the text of a migration locks, each with its strongest lock, read from the statements; tables that the
 * text itself creates are left out. What functions do that it calls is not seen.
 */
export function locksOf(text: string): Map<string, LockMode> {
  const sql = acting(text)
  const created = new Set(
    [...sql.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  const locks = new Map<string, LockMode>()
  for (const [pattern, mode] of STATEMENTS) {
    for (const [, table = ''] of sql.matchAll(pattern)) {
      if (created.has(table)) continue
      const before = locks.get(table)
      if (!before || STRENGTH.indexOf(before) < STRENGTH.indexOf(mode)) locks.set(table, mode)
    }
  }
  return locks
}
