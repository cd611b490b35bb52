import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import type { Line } from '#platform/audit-logs/chain.ts'
import { appendLines } from '#platform/audit-logs/queriesOfChain.ts'

/** A line of the demo's log, written by hand at its instant. */
export type TrailLine = Pick<
  Line,
  'companyCode' | 'actorId' | 'actorName' | 'action' | 'entity' | 'recordId' | 'changes'
> & { at: Date; via?: string }

/** Appends the lines in the order of their instants, as their writes would have left them. */
export async function appendTrail(db: Database, key: Buffer, lines: readonly TrailLine[]): Promise<void> {
  const inTime = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await appendLines(
    db,
    key,
    inTime.map(({ at, ...line }) => ({
      ...{ via: null, ip: null, requestId: 'demo', ...line },
      atUs: at.getTime() * 1_000,
    })),
  )
}

/** What a new record's line says: the fields that it began with. */
export const fresh = (values: object): Changes =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, [null, value]]),
  )
