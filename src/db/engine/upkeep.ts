import type { PGlite } from '@electric-sql/pglite'
import type { Turns } from './turns.ts'

const LOOK_EVERY_MS = 10_000
const CHECKPOINT_EVERY_MS = 5 * 60_000
/** Recovery reads what was written since the last checkpoint: some 400 MB a second. */
const CHECKPOINT_AT_BYTES = 64 * 1024 * 1024
const DAY_MS = 24 * 60 * 60_000
/** When nobody works: three at night where the server stands. */
const VACUUM_HOUR = 3

/** What the upkeep does its work with. */
export interface UpkeepParts {
  engine: Pick<PGlite, 'exec' | 'query'>
  turns: Turns
  now: () => Date
  /** Hears how long the next statement may take, in seconds; null when the usual limit holds again. */
  onPatience: (seconds: number | null) => void
}

/**
 * What PostgreSQL's helper processes do where it has them: a checkpoint every five minutes or 64 MB of WAL, and once a
 * night VACUUM and ANALYZE. It waits its turn, so that no transaction is under way. One that fails, for a full disk,
 * is said on stderr and comes round again. Answers how to end it.
 */
export function startUpkeep(parts: UpkeepParts): () => void {
  const upkeep = new Upkeep(parts)
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await upkeep.look().catch((error: Error) => process.stderr.write(`内置数据库的维护：${error.message}\n`))
    busy = false
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Knows what was done when; `look` does what is due. */
export class Upkeep {
  readonly #parts: UpkeepParts
  #checkpointAt: number
  /** How much WAL had been written in all at the last checkpoint, in bytes; null before the first look. */
  #wal: number | null = null
  #vacuumAt = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#checkpointAt = parts.now().getTime()
  }

  async look(): Promise<void> {
    await this.#checkpointIfDue()
    await this.#vacuumIfDue()
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = await this.#parts.turns.take()
    this.#parts.onPatience(0)
    try {
      return await work()
    } finally {
      this.#parts.onPatience(null)
      giveBack()
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
      // Opening has just made a checkpoint.
      this.#wal ??= wal
      const written = wal - this.#wal
      const late = Math.abs(now - this.#checkpointAt) >= CHECKPOINT_EVERY_MS
      if (written < CHECKPOINT_AT_BYTES && !(late && written > 0)) return
      await this.#parts.engine.exec('checkpoint')
      this.#checkpointAt = now
      this.#wal = await this.#walBytes()
    })
  }

  /** One table a turn, so that nobody waits for all of them. */
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
