import type { KeyObject } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import type { Changes, Via } from '#kit/audit.ts'
import type { Line } from '#platform/audit-logs/chain.ts'
import { appendLines, toStoredVia } from '#platform/audit-logs/queries.ts'

/** An audit line of the demo, with its time. */
export type TrailLine = Pick<
  Line,
  'companyCode' | 'actorId' | 'actorName' | 'action' | 'entity' | 'recordId' | 'changes'
> & { at: Date; via?: Via }

/** Appends the lines in chronological order, as the writes would have. */
export async function appendTrail(db: Database, key: KeyObject, lines: readonly TrailLine[]): Promise<void> {
  const inTime = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await appendLines(
    db,
    key,
    inTime.map(({ at, via, ...line }) => ({
      ...line,
      via: toStoredVia(via),
      ip: null,
      requestId: 'demo',
      atUs: at.getTime() * 1_000,
    })),
  )
}

/** The changes in the audit line of a new record: its initial fields. */
export const initialChanges = (values: object): Changes =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, [null, value]]),
  )
