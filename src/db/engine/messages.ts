/**
 * Messages from the engine's process to its parent. The first one reports whether the engine started; the others follow
 * while it runs.
 */
export type EngineReport =
  | { kind: 'ready' }
  | { kind: 'refused'; sentence: string; inUse: boolean }
  /** The response to a ping. */
  | { kind: 'pong' }
  /** Limit for the following statements, in seconds: 0 means no limit, null the default. */
  | { kind: 'patience'; seconds: number | null }

/** Messages from the parent to the engine's process. */
export type EngineCommand = 'ping' | 'close'

/** Exit codes of the engine's process when it exits on its own. */
export const EXIT = {
  /** The start was refused; a `refused` message has given the reason. */
  refused: 3,
  /** PostgreSQL aborted; it recovers after a restart. */
  aborted: 4,
  /** A disk write or sync failed. A retry may falsely report success, so there is none. */
  diskFailed: 5,
} as const

/** Sends a message to the parent; resolves when it has been sent or the parent is gone. */
export async function sendToParent(report: EngineReport): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.connected) process.send?.(report, undefined, {}, () => resolve())
    else resolve()
  })
}
