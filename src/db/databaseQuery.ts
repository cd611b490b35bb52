import pg from 'pg'
import { toCodeName } from './camelCase.ts'

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
  describe: (message: { type: 'P'; name: string }) => void
  execute: (message: { portal: string; rows: number }) => void
  close: (message: { type: 'S'; name: string }) => void
}

/** What `pg` makes of the description of a statement's rows: their columns, with the parser of each. */
interface RowShape {
  fields: object[]
  /** Undefined for a statement without rows. */
  _parsers: object[] | undefined
  _prebuiltEmptyResultObject: object | null
}

/** PostgreSQL's description of a statement's rows. */
interface RowDescription {
  fields: { name: string; dataTypeID: number; format: string }[]
}

/** The parts of `pg`'s query that its types do not declare. */
interface QueryParts {
  name: string | undefined
  _result: RowShape
  _accumulateRows: boolean
  requiresPreparation(): boolean
  prepare(wire: Wire): void
  handleRowDescription(message: RowDescription): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: Error, wire: Wire): void
}

type Done = (error: Error | undefined, result: pg.QueryResult) => void
const BaseQuery = pg.Query as unknown as new (text: string, values: unknown[], done: Done) => QueryParts

/** A statement to send; with a name it is prepared, once per connection. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string | undefined
}

/**
 * The rows of the named statements of each connection. PostgreSQL describes them at the first execution only: it refuses
 * to execute a prepared statement whose rows have become others ("cached plan must not change result type").
 */
const described = new WeakMap<Wire, Map<string, RowShape>>()

function shapesOf(wire: Wire): Map<string, RowShape> {
  const known = described.get(wire) ?? new Map<string, RowShape>()
  described.set(wire, known)
  return known
}

const skip = () => {}

/** Numbers as the text of PostgreSQL's array, which needs no escaping; `pg` would quote and escape each of them. */
function toListText(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'number')
  return isList ? `{${value.join(',')}}` : value
}

/**
 * A query with statements before it, if any. All are sent together with one Sync, so they take one round trip and are one
 * transaction, unless one of them begins an explicit one. An error of any of them is the query's error. The columns of its
 * rows are named in camelCase; keys within jsonb are data and stay.
 */
class DatabaseQuery extends BaseQuery {
  readonly leads: readonly Lead[]
  readonly #name: string | undefined
  /** Whether the values are being written; `pg` closes the statement if one of them cannot be. */
  #isBinding = false
  /** The number of leads that have completed. */
  #completed = 0

  constructor(leads: readonly Lead[], { text, values, name }: Statement, done: Done) {
    super(text, values.map(toListText), done)
    this.name = name
    this.leads = leads
    this.#name = name
  }

  /** The extended protocol, also for a statement without values: only there several statements share a Sync. */
  override requiresPreparation(): boolean {
    return this.leads.length > 0 || super.requiresPreparation()
  }

  override prepare(wire: Wire): void {
    for (const { text, values, name = '' } of this.leads) {
      if (name === '' || wire.parsedStatements[name] === undefined) {
        // An earlier attempt may have prepared it and failed afterwards.
        if (name !== '') wire.close({ type: 'S', name })
        wire.parse({ text, name })
      }
      wire.bind({ portal: '', statement: name, values })
      wire.execute({ portal: '', rows: 0 })
    }
    this.#isBinding = true
    this.#prepareOwn(wire)
    this.#isBinding = false
    // `pg` takes each ParseComplete for the query's own as long as the query has a name.
    if (this.leads.length > 0) this.name = undefined
  }

  /** Sends the query itself, without asking for a description of its rows that is known. */
  #prepareOwn(wire: Wire): void {
    const shape = this.#name === undefined ? undefined : shapesOf(wire).get(this.#name)
    if (!shape) {
      super.prepare(wire)
      return
    }
    Object.assign(this._result, shape)
    this._accumulateRows = true
    wire.describe = skip
    try {
      super.prepare(wire)
    } finally {
      // Uncovers the method of the connection's class.
      Reflect.deleteProperty(wire, 'describe')
    }
  }

  override handleRowDescription({ fields }: RowDescription): void {
    // Without what is not needed to parse the rows, because it is kept.
    const named = fields.map(({ name, dataTypeID, format }) => ({
      name: toCodeName(name),
      dataTypeID,
      format,
    }))
    super.handleRowDescription({ fields: named })
  }

  override handleDataRow(message: unknown): void {
    if (this.#completed === this.leads.length) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const lead = this.leads[this.#completed]
    if (!lead) {
      this.#keepShape(wire)
      super.handleCommandComplete(message, wire)
      return
    }
    if (lead.name) wire.parsedStatements[lead.name] = lead.text
    this.#completed += 1
    if (this.#completed === this.leads.length) this.name = this.#name
  }

  #keepShape(wire: Wire): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.#name !== undefined)
      shapesOf(wire).set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleError(error: Error, wire: Wire): void {
    // The statement may have been closed; its next execution asks for the description again.
    if (this.#name) shapesOf(wire).delete(this.#name)
    if (this.#name) delete wire.submittedNamedStatements[this.#name]
    if (this.#name && this.#isBinding) delete wire.parsedStatements[this.#name]
    super.handleError(error, wire)
  }
}

/** Sends a statement after its leads, if any, in one round trip. */
export function sendQuery(
  client: pg.PoolClient,
  leads: readonly Lead[],
  statement: Statement,
): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new DatabaseQuery(leads, statement, done) as unknown as pg.Submittable)
  }).catch((error: Error) => {
    // The stack of the reader of the socket says nothing about the statement.
    Error.captureStackTrace(error)
    throw error
  })
}
