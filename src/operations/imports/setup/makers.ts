import type { StoreInput } from '#clients/stores/contract.ts'
import type { Via } from '#kit/audit.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import type { Context } from '#kit/serve.ts'

/** Creates and deletes one kind of record on the path of its form; the app supplies the features' own functions. */
interface Maker<Input> {
  create: (context: Context, input: Input, via: Via) => Promise<{ id: number }>
  remove: (context: Context, which: { id: number; version: number }, via: Via) => Promise<void>
  conflicts: Conflicts
}

/** The write paths of the records that a run creates. */
export interface Makers {
  customers: Maker<{ name: string }>
  stores: Maker<StoreInput>
}
