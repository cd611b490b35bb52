import { type RawBuilder, sql } from 'kysely'
import { type Day, daysBetween } from '#kit/calendar.ts'

/**
 * How a server plans the program's statements, as options of a connection: without compiling them, which takes longer
 * than the reports themselves (two seconds for 80,000 store-days), and in one process each (decision 148). The embedded
 * engine can do neither.
 */
export const PLANNER_OPTIONS = '-c jit=off -c max_parallel_workers_per_gather=0'

/** Maximum number of prepared statements per connection; each takes about 50–200 KB of the server's memory. */
const MAX_STATEMENTS = 400

/** Longer texts are built for a single request (rows of an import, lists of ids) and do not recur. */
const MAX_LENGTH = 20_000

/**
 * Marks a statement that PostgreSQL plans for its values each time, such as a range whose length determines the plan.
 */
export const planEachTime = sql`/* plan each time */`

/** The mark in the text of a statement. */
export const PLAN_EACH_TIME = '/* plan each time */'

/**
 * Marks a statement whose result nobody reads: it is sent together with the next statement of its transaction, or with
 * its commit, so that it takes no round trip. Its error is the error of that statement. Its values are texts.
 */
export const withNext = sql`/* with the next statement */`

/** The mark in the text of a statement. */
export const WITH_NEXT = '/* with the next statement */'

/**
 * Days of the longest range whose statements share a plan. PostgreSQL does not know the ends of a range when it plans for
 * all values, and expects few rows: it reads a quarter store by store, which takes up to twice as long.
 */
const MAX_SHARED_DAYS = 62

/** SQL to be part of each statement that reads the days of a range: a long one is planned for its values each time. */
export function planOfRange(from: Day, to: Day): RawBuilder<unknown> {
  return daysBetween(from, to) < MAX_SHARED_DAYS ? sql`` : planEachTime
}

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i

/**
 * Names for prepared statements: PostgreSQL parses and plans a named statement once per connection instead of each
 * time. A text gets its name on its second use. When all names are used, all are dropped and a new `generation` starts;
 * connections with statements of an earlier generation must be closed.
 */
export class StatementNames {
  #generation = 0
  #names = new Map<string, string>()
  #seen = new Set<string>()
  readonly #most: number

  constructor(maxStatements = MAX_STATEMENTS) {
    this.#most = maxStatements
  }

  get generation(): number {
    return this.#generation
  }

  /** Returns the name of a statement; undefined if it is sent without one. */
  nameOf(text: string): string | undefined {
    const existing = this.#names.get(text)
    if (existing) return existing
    if (text.length > MAX_LENGTH || !PREPARABLE.test(text) || text.includes(PLAN_EACH_TIME)) return undefined
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= this.#most) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    this.#seen.delete(text)
    if (this.#names.size >= this.#most) this.startGeneration()
    const name = `g${this.#generation}s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Starts a new generation: statements prepared so far are no longer used. */
  startGeneration(): void {
    this.#generation += 1
    this.#names.clear()
  }
}
