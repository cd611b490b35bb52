/** What the engine's process tells its parent. The first is whether it started; the others follow while it runs. */
export type EngineReport =
  | { kind: 'ready' }
  | { kind: 'refused'; sentence: string; inUse: boolean }
  /** It still takes part: the answer to a ping. */
  | { kind: 'pong' }
  /** How long the statements that follow may take, in seconds: 0 for ever, null as usual. */
  | { kind: 'patience'; seconds: number | null }

/** What the parent tells the engine's process. */
export type EngineOrder = 'ping' | 'close'

/** How the engine's process ends by itself. */
export const EXIT = {
  /** It did not start, and has said why. */
  refused: 3,
  /** PostgreSQL gave up inside; started again it recovers. */
  aborted: 4,
  /** The disk did not keep what it was given. Asking it again might be answered with a lie, so nobody tries. */
  diskFailed: 5,
} as const

/** Tells the parent; resolves when the message is on its way. */
export async function tell(report: EngineReport): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.connected) process.send?.(report, undefined, {}, () => resolve())
    else resolve()
  })
}
