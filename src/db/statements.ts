/** So many statements a connection keeps prepared at most; each takes some 50–200 KB of the server's memory. */
const MOST = 400

/** Longer texts are made anew for each request (rows of an import, ids one by one) and do not come again. */
const LONGEST = 20_000

/** Put into a statement, it is planned with its values each time: for a range whose length decides about the plan. */
export const PLAN_EACH_TIME = '/* plan each time */'

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i

/**
 * Names for statements: PostgreSQL parses and plans a named statement once for a connection instead of each time. A text
 * gets its name when it comes for the second time. When all names are given, all begin anew under another `generation`;
 * connections that know names of an earlier one have to be closed.
 */
export class StatementNames {
  #generation = 0
  #names = new Map<string, string>()
  #seen = new Set<string>()
  readonly #most: number

  constructor(most = MOST) {
    this.#most = most
  }

  get generation(): number {
    return this.#generation
  }

  /** The name of a statement; undefined where it is sent without one. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (text.length > LONGEST || !PREPARABLE.test(text) || text.includes(PLAN_EACH_TIME)) return undefined
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= this.#most) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    this.#seen.delete(text)
    if (this.#names.size >= this.#most) this.forget()
    const name = `g${this.#generation}s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Begins anew: what is prepared is of no use any more. */
  forget(): void {
    this.#generation += 1
    this.#names.clear()
  }
}
