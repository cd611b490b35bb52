import pg from 'pg'

/** A statement that is sent before another one, in the same message; its result is not read. */
export interface Lead {
  text: string
  values: readonly string[]
  /** Prepares it under this name, once per connection; without one it is parsed each time. */
  name?: string | undefined
}

/** The parts of `pg`'s connection that this module uses. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse: (message: { text: string; name: string }) => void
  bind: (message: { portal: string; statement: string; values: readonly string[] }) => void
  execute: (message: { portal: string; rows: number }) => void
  close: (message: { type: 'S'; name: string }) => void
}

/** The parts of `pg`'s query that its types do not declare. */
interface QueryParts {
  name: string | undefined
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: Error, wire: Wire): void
}

type Done = (error: Error | undefined, result: pg.QueryResult) => void
const BaseQuery = pg.Query as unknown as new (config: pg.QueryConfig, done: Done) => QueryParts

/**
 * A query with statements before it. All are sent together with one Sync, so they take one round trip and are one
 * transaction, unless one of them begins an explicit one. An error of any of them is the query's error.
 */
class LeadingQuery extends BaseQuery {
  readonly #leads: readonly Lead[]
  readonly #name: string | undefined
  /** The number of leads that have completed. */
  #completed = 0

  constructor(leads: readonly Lead[], config: pg.QueryConfig, done: Done) {
    super(config, done)
    this.#leads = leads
    this.#name = config.name
  }

  /** The extended protocol, also for a statement without values: only there several statements share a Sync. */
  requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    for (const { text, values, name = '' } of this.#leads) {
      if (name === '' || wire.parsedStatements[name] === undefined) {
        // An earlier attempt may have prepared it and failed afterwards.
        if (name !== '') wire.close({ type: 'S', name })
        wire.parse({ text, name })
      }
      wire.bind({ portal: '', statement: name, values })
      wire.execute({ portal: '', rows: 0 })
    }
    super.prepare(wire)
    // `pg` takes each ParseComplete for the query's own as long as the query has a name.
    this.name = undefined
  }

  override handleDataRow(message: unknown): void {
    if (this.#completed === this.#leads.length) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const lead = this.#leads[this.#completed]
    if (!lead) {
      super.handleCommandComplete(message, wire)
      return
    }
    if (lead.name) wire.parsedStatements[lead.name] = lead.text
    this.#completed += 1
    if (this.#completed === this.#leads.length) this.name = this.#name
  }

  override handleError(error: Error, wire: Wire): void {
    if (this.#name) delete wire.submittedNamedStatements[this.#name]
    super.handleError(error, wire)
  }
}

/** Sends a statement after its leads, in one round trip. */
export function sendAfter(
  client: pg.PoolClient,
  leads: readonly Lead[],
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new LeadingQuery(leads, config, done) as unknown as pg.Submittable)
  }).catch((error: Error) => {
    // The stack of the reader of the socket says nothing about the statement.
    Error.captureStackTrace(error)
    throw error
  })
}
