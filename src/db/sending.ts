import type pg from 'pg'
import { STALE_PLAN } from '#kit/errors.ts'
import { type Access, leadOf, type PoolRoles, planKind } from './access.ts'
import { type Lead, sendQuery } from './databaseQuery.ts'
import { StatementNames, WITH_NEXT } from './statements.ts'

/** Sends a statement after others in the same round trip. */
type Send = (leads: readonly Lead[], text: string, values: unknown[]) => Promise<pg.QueryResult>

const BEGINNING = /^(begin|start transaction)/i
/** The end of a transaction, not of a savepoint. */
const END = /^(commit|rollback)$/i
const COMMIT = /^commit$/i
/** Statements that the extended protocol takes, also without values. Others may consist of several statements. */
const SINGLE = /^\s*(select|insert|update|delete|with)\b[^;]*$/i

/** Where a connection is: outside a transaction, before the first statement of one, or in it. */
type Place = { at: 'outside' } | { at: 'beginning'; begin: Lead } | { at: 'inside'; waiting: Lead[] }

/**
 * Sends the beginning of a transaction, and the statement that gives it its access, together with its first statement:
 * neither takes a round trip. A statement outside a transaction gets its access in the same way. Nor does a statement
 * `withNext` take one: it waits for the next statement of its transaction, or for its commit.
 */
export function inTransactions(
  send: Send,
  access: Lead | null,
): (text: string, values: unknown[]) => Promise<pg.QueryResult> {
  let place: Place = { at: 'outside' }
  const end = (text: string) => {
    const ended = place
    place = { at: 'outside' }
    if (ended.at === 'beginning') return emptyResult(text.toUpperCase())
    return send(ended.at === 'inside' && COMMIT.test(text) ? ended.waiting : [], text, [])
  }
  return async (text, values) => {
    if (BEGINNING.test(text)) {
      place = { at: 'beginning', begin: { text, values: [] } }
      return emptyResult('BEGIN')
    }
    if (END.test(text)) return end(text)
    if (place.at === 'inside' && text.includes(WITH_NEXT)) {
      place.waiting.push({ text, values: values.map(assertText) })
      return emptyResult('')
    }
    const leads = leadsAt(place, access)
    if (place.at !== 'outside') place = { at: 'inside', waiting: [] }
    // Outside a transaction the access would end before a message of its own statement.
    const mayFollow = place.at === 'outside' || values.length > 0 || SINGLE.test(text)
    if (leads.length === 0 || mayFollow) return send(leads, text, values)
    // The simple protocol has no place for others before it.
    const last = leads.pop()
    if (last) await send(leads, last.text, [...last.values])
    return send([], text, values)
  }
}

function assertText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a statement with the next one takes texts only')
  return value
}

function leadsAt(place: Place, access: Lead | null): Lead[] {
  if (place.at === 'inside') return place.waiting
  return [...(place.at === 'beginning' ? [place.begin] : []), ...(access ? [access] : [])]
}

const emptyResult = (command: string): pg.QueryResult => ({
  command,
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
})

/**
 * Sends repeated statements as prepared ones, if `prepare` is set. Names have a prefix per connection, because all
 * connections of the embedded engine share one session.
 */
export class StatementPreparer {
  readonly #names = new StatementNames()
  readonly #known = new WeakMap<pg.PoolClient, { prefix: string; generation: number }>()
  readonly #prepare: boolean
  #connections = 0

  constructor(prepare: boolean) {
    this.#prepare = prepare
  }

  /** Returns the function that sends a connection's statements between checkout and release. */
  senderFor(client: pg.PoolClient, access: Access): Send {
    const { prefix } = this.#of(client)
    const plain: Send = (leads, text, values) => sendQuery(client, leads, { text, values })
    if (!this.#prepare) return plain
    const kind = planKind(access)
    // Whether a repetition would run outside the transaction of its statement.
    let isInTransaction = false
    return async (leads, text, values) => {
      if ([text, ...leads.map((lead) => lead.text)].some((sent) => BEGINNING.test(sent)))
        isInTransaction = true
      if (END.test(text)) isInTransaction = false
      const nameOf = (sent: string) => {
        const name = this.isOutdated(client) ? undefined : this.#names.nameOf(sent)
        return name && `${prefix}${name}${kind}`
      }
      const namedLeads = leads.map((lead) => ({ ...lead, name: lead.name ?? nameOf(lead.text) }))
      const name = nameOf(text)
      if (!name || this.isOutdated(client)) return plain(namedLeads, text, values)
      return sendQuery(client, namedLeads, { name, text, values }).catch((error: Error) => {
        if (!isStalePlan(error)) throw error
        this.#names.startGeneration()
        if (!isInTransaction) return plain(namedLeads, text, values)
        throw Object.assign(error, { code: STALE_PLAN })
      })
    }
  }

  /** The statement that gives an access to transactions of a connection, prepared if statements are. */
  leadOf(client: pg.PoolClient, access: Access, roles: PoolRoles | null): Lead | null {
    const lead = leadOf(access, roles)
    return (
      lead && { ...lead, name: this.#prepare ? `${this.#of(client).prefix}${planKind(access)}` : undefined }
    )
  }

  /**
   * Whether a connection was first used in an earlier generation, so that its prepared statements are obsolete. It is
   * closed when released.
   */
  isOutdated(client: pg.PoolClient): boolean {
    return this.#of(client).generation !== this.#names.generation
  }

  #of(client: pg.PoolClient) {
    const existing = this.#known.get(client)
    if (existing) return existing
    this.#connections += 1
    const prefix = `p${process.pid}c${this.#connections}`
    const created = { prefix, generation: this.#names.generation }
    this.#known.set(client, created)
    return created
  }
}

/** PostgreSQL's error "cached plan must not change result type", which has no code of its own. */
const isStalePlan = (error: Error & { code?: string; routine?: string }) =>
  error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
