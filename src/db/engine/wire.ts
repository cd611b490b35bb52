import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import type { Turns } from './turns.ts'
import type { Sent } from './wireMessages.ts'
import { allowedSeconds, namesParsed, readBatch, readOpening } from './wireMessages.ts'

/** What serving needs from the process around it. */
export interface WireParts {
  engine: PGlite
  turns: Turns
  /** Hears how long the next statements may take, in seconds; null when a turn ends and the usual limit holds again. */
  onPatience: (seconds: number | null) => void
}

/** A transaction whose client says nothing for so long is rolled back, as PostgreSQL would. */
const IDLE_IN_TRANSACTION_MS = 15_000

/**
 * Serves PostgreSQL's protocol. The engine has one session for all: a connection keeps the turn from the first message
 * of a batch to the end of its transaction, so that no two ever mix.
 */
export function serveWire(parts: WireParts): Server {
  return createServer((socket) => new Client(socket, parts))
}

class Client {
  readonly #socket: Socket
  readonly #parts: WireParts
  #unread: Buffer = Buffer.alloc(0)
  #opened = false
  #working = false
  #giveBack: (() => void) | null = null
  #idle: NodeJS.Timeout | undefined
  /** What this connection has prepared: it would stay in the engine's only session. */
  readonly #prepared = new Set<string>()

  constructor(socket: Socket, parts: WireParts) {
    this.#socket = socket
    this.#parts = parts
    socket.on('data', (bytes) => {
      this.#unread = Buffer.concat([this.#unread, bytes])
      void this.#work()
    })
    // A connection that breaks also closes.
    socket.on('error', () => {})
    socket.on('close', () => this.#work())
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    clearTimeout(this.#idle)
    for (let sent = this.#next(); sent; sent = this.#next()) await this.#take(sent)
    if (this.#socket.destroyed) await this.#leave()
    this.#working = false
    if (this.#giveBack) this.#idle = setTimeout(() => this.#socket.destroy(), IDLE_IN_TRANSACTION_MS)
  }

  #next(): Sent | null {
    if (this.#socket.destroyed) return null
    return this.#opened ? readBatch(this.#unread) : readOpening(this.#unread)
  }

  async #take(sent: Sent): Promise<void> {
    if (sent.kind === 'goodbye') return void this.#socket.destroy()
    this.#unread = sent.rest
    if (sent.kind === 'sslRequest') return void this.#socket.write('N')
    this.#opened = true
    this.#giveBack ??= await this.#parts.turns.take()
    if (!this.#socket.destroyed) await this.#run(sent.bytes)
    if (sent.endsTurn && !this.#parts.engine.isInTransaction()) this.#endTurn()
  }

  async #run(batch: Buffer): Promise<void> {
    const seconds = allowedSeconds(batch)
    if (seconds !== null) this.#parts.onPatience(seconds)
    for (const name of namesParsed(batch)) this.#prepared.add(name)
    // The engine keeps no reference to what it hands out, but writes into it again.
    const onRawData = (bytes: Uint8Array) => void this.#socket.write(Buffer.from(bytes))
    await this.#parts.engine.execProtocolRawStream(new Uint8Array(batch), { onRawData })
  }

  #endTurn(): void {
    this.#giveBack?.()
    this.#giveBack = null
    this.#parts.onPatience(null)
  }

  /** Whatever a client that is gone has begun is undone, and what it has prepared is forgotten. */
  async #leave(): Promise<void> {
    if (!this.#giveBack && this.#prepared.size === 0) return
    const { engine, turns } = this.#parts
    this.#giveBack ??= await turns.take()
    // Also drops what was parsed and bound in a batch that never came to its end.
    await engine.exec(engine.isInTransaction() ? 'rollback' : 'select 1')
    // Not all of them came to be: one may have been refused.
    for (const { name } of await this.#preparedStill()) await engine.exec(`deallocate "${name}"`)
    this.#prepared.clear()
    this.#endTurn()
  }

  async #preparedStill(): Promise<{ name: string }[]> {
    if (this.#prepared.size === 0) return []
    const { rows } = await this.#parts.engine.query<{ name: string }>(
      'select name from pg_prepared_statements where name = any($1)',
      [[...this.#prepared]],
    )
    return rows
  }
}
