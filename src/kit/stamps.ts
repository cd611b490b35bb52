import type { Clock } from './calendar.ts'

/** Who writes, and the clock; a handler's `Context` is one. */
interface Writer {
  actor: { id: number }
  clock: Clock
}

/** Author and time of a new row. */
export const createdNow = ({ actor, clock }: Writer) => ({ createdAt: clock(), createdBy: actor.id })

/** Author and time of the last change; for a new row, in addition to `createdNow`. */
export const updatedNow = ({ actor, clock }: Writer) => ({ updatedAt: clock(), updatedBy: actor.id })
