import type { PGlite } from '@electric-sql/pglite'
import type { EngineQueue } from './engineQueue.ts'

const CHECK_INTERVAL_MS = 10_000
const CHECKPOINT_EVERY_MS = 5 * 60_000
/** Recovery reads everything written since the last checkpoint, at about 400 MB per second. */
const CHECKPOINT_AT_BYTES = 64 * 1024 * 1024
const DAY_MS = 24 * 60 * 60_000
/** A quiet hour: 3 a.m. in the server's time zone. */
const VACUUM_HOUR = 3

export interface UpkeepParts {
  engine: Pick<PGlite, 'exec' | 'query'>
  queue: EngineQueue
  now: () => Date
  /** Called with the limit for the next statement in seconds, 0 for no limit; null restores the default. */
  onLimit: (seconds: number | null) => void
}

/**
 * Does the work of PostgreSQL's background processes: a checkpoint every five minutes or 64 MB of WAL, and VACUUM and
 * ANALYZE once a night. Runs in a turn of its own, so that no transaction is open. A failure, such as a full disk, is
 * written to stderr, and the work is retried later. Returns the function that stops it.
 */
export function startUpkeep(parts: UpkeepParts): () => void {
  const upkeep = new Upkeep(parts)
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await upkeep
      .runDueTasks()
      .catch((error: Error) => process.stderr.write(`内置数据库的维护：${error.message}\n`))
    busy = false
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Tracks what was done when; `look` does the work that is due. */
export class Upkeep {
  readonly #parts: UpkeepParts
  #checkpointAt: number
  /** WAL position at the last checkpoint, in bytes; null before the first look. */
  #wal: number | null = null
  #vacuumAt = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#checkpointAt = parts.now().getTime()
  }

  async runDueTasks(): Promise<void> {
    await this.#checkpointIfDue()
    await this.#vacuumIfDue()
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.#parts.queue.acquire()
    this.#parts.onLimit(0)
    try {
      return await work()
    } finally {
      this.#parts.onLimit(null)
      release()
    }
  }

  async #walBytes(): Promise<number> {
    const answer = await this.#parts.engine.query<{ bytes: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`,
    )
    return answer.rows[0]?.bytes ?? 0
  }

  async #checkpointIfDue(): Promise<void> {
    await this.#inTurn(async () => {
      const now = this.#parts.now().getTime()
      const wal = await this.#walBytes()
      // The engine makes a checkpoint when it opens, so counting starts here.
      this.#wal ??= wal
      const written = wal - this.#wal
      const late = Math.abs(now - this.#checkpointAt) >= CHECKPOINT_EVERY_MS
      if (written < CHECKPOINT_AT_BYTES && !(late && written > 0)) return
      await this.#parts.engine.exec('checkpoint')
      this.#checkpointAt = now
      this.#wal = await this.#walBytes()
    })
  }

  /** One table per turn, so that clients never wait for the whole vacuum. */
  async #vacuumIfDue(): Promise<void> {
    const now = this.#parts.now()
    const since = Math.abs(now.getTime() - this.#vacuumAt)
    if (now.getHours() !== VACUUM_HOUR || since < DAY_MS / 2) return
    this.#vacuumAt = now.getTime()
    const tables = await this.#inTurn(() =>
      this.#parts.engine.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    )
    for (const { name } of tables.rows) {
      await this.#inTurn(() => this.#parts.engine.exec(`vacuum (analyze) ${name}`))
    }
  }
}
