import type { Sentence } from '#kit/text.ts'
import type { SystemState } from './state.ts'

/** `error`: data, backups or work are at stake now. `warning`: they will be if nothing is done. */
export type Severity = 'error' | 'warning'

export interface Problem {
  /** `backup.stale:s3`: the same problem has the same key. */
  key: string
  severity: Severity
  /** What happened, since when, and what is safe; without a full stop. */
  title: Sentence
  /** What to do first. */
  remedy: Sentence
  /** When it began, if that is known; else when it was first seen. */
  since?: Date | undefined
}

export interface Check {
  /** The first part of the keys of its problems. */
  key: string
  /** How long a problem must last before people are told, in ms; default 0. */
  waitMs?: number
  check: (state: SystemState) => Problem[]
}
