import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import type { EngineQueue } from './engineQueue.ts'
import {
  type ClientInput,
  preparedNames,
  readBatch,
  readStartup,
  statementTimeoutIn,
} from './wireMessages.ts'

export interface WireParts {
  engine: PGlite
  queue: EngineQueue
  /** Called with the limit for the next statements, in seconds; null when a turn ends and the default applies again. */
  onLimit: (seconds: number | null) => void
}

/** Idle time after which an open transaction is rolled back and its connection closed, as PostgreSQL does. */
const IDLE_IN_TRANSACTION_MS = 15_000

/**
 * Serves PostgreSQL's protocol. All clients share the engine's only session: a connection keeps the turn from the first
 * message of a batch to the end of its transaction, so that transactions never mix.
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
  /** Statements prepared by this connection. They would remain in the engine's only session after it closes. */
  readonly #prepared = new Set<string>()

  constructor(socket: Socket, parts: WireParts) {
    this.#socket = socket
    this.#parts = parts
    socket.on('data', (bytes) => {
      this.#unread = Buffer.concat([this.#unread, bytes])
      void this.#work()
    })
    // A broken connection also emits `close`.
    socket.on('error', () => {})
    socket.on('close', () => this.#work())
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    clearTimeout(this.#idle)
    for (let input = this.#next(); input; input = this.#next()) await this.#take(input)
    if (this.#socket.destroyed) await this.#leave()
    this.#working = false
    if (this.#giveBack) this.#idle = setTimeout(() => this.#socket.destroy(), IDLE_IN_TRANSACTION_MS)
  }

  #next(): ClientInput | null {
    if (this.#socket.destroyed) return null
    return this.#opened ? readBatch(this.#unread) : readStartup(this.#unread)
  }

  async #take(input: ClientInput): Promise<void> {
    if (input.kind === 'goodbye') return void this.#socket.destroy()
    this.#unread = input.rest
    if (input.kind === 'sslRequest') return void this.#socket.write('N')
    this.#opened = true
    this.#giveBack ??= await this.#parts.queue.acquire()
    if (!this.#socket.destroyed) await this.#run(input.bytes)
    if (input.isComplete && !this.#parts.engine.isInTransaction()) this.#endTurn()
  }

  async #run(batch: Buffer): Promise<void> {
    const seconds = statementTimeoutIn(batch)
    if (seconds !== null) this.#parts.onLimit(seconds)
    for (const name of preparedNames(batch)) this.#prepared.add(name)
    // Copy the bytes: the engine reuses its buffer.
    const onRawData = (bytes: Uint8Array) => void this.#socket.write(Buffer.from(bytes))
    await this.#parts.engine.execProtocolRawStream(new Uint8Array(batch), { onRawData })
  }

  #endTurn(): void {
    this.#giveBack?.()
    this.#giveBack = null
    this.#parts.onLimit(null)
  }

  /** Rolls back the open transaction of a disconnected client and deallocates its prepared statements. */
  async #leave(): Promise<void> {
    if (!this.#giveBack && this.#prepared.size === 0) return
    const { engine, queue } = this.#parts
    this.#giveBack ??= await queue.acquire()
    // Either statement also drops what was parsed and bound in an unfinished batch.
    await engine.exec(engine.isInTransaction() ? 'rollback' : 'select 1')
    // Some may not exist: the engine may have rejected them.
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
