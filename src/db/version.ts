import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../../package.json', import.meta.url)

/** The version of this program, as package.json states it: `0.2.0`. */
export const PROGRAM_VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version

/**
 * Setting that each PostgreSQL session of this program declares. The database refuses writes of a session whose version
 * is below its minimum (migration 066).
 */
export const VERSION_SETTING = `houtai.program=${PROGRAM_VERSION}`

/** SQLSTATE with which the database refuses a write of a program that is too old (migration 066). */
export const PROGRAM_TOO_OLD = 'HT002'

/** Whether version `a` is older than `b`. Both have three numbers: `0.10.0` is newer than `0.9.1`. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differing = left?.findIndex((part, at) => part !== right?.[at]) ?? -1
  return differing >= 0 && (left?.[differing] ?? 0) < (right?.[differing] ?? 0)
}
