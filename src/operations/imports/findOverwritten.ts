import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import type { Replaces } from './contract.ts'
import * as queries from './queriesOfPreview.ts'

/** Returns what writing a batch would change, by group; `hasStore`: the group has a row for the store itself. */
export async function findOverwritten(
  db: Database,
  batchId: number,
  groupIds: readonly number[],
  hasStore: (groupId: number) => boolean,
): Promise<Map<number, z.output<typeof Replaces> & { total: number }>> {
  const effects = await queries.findEffects(db, batchId)
  const nicksWithFigures = await queries.countNicksByGroup(db, batchId)
  const withStoreFigures = await queries.findGroupsWithStoreFigures(db, batchId)
  const counts = groupIds.map((id) => {
    const { total = 0, inserted = 0, replaced = 0 } = effects.get(id) ?? {}
    const existing = nicksWithFigures.get(id) ?? 0
    const unchanged = total - inserted - replaced
    return {
      id,
      total,
      inserted,
      replaced,
      unchanged,
      standing: existing,
      keptTotal: existing - replaced - unchanged,
    }
  })
  // Load nicks only for groups that keep some: the query reads all their current rows.
  const withRemaining = counts.filter(({ keptTotal }) => keptTotal > 0)
  const notInFile = await queries.findNicksNotInFile(
    db,
    withRemaining.map(({ id }) => id),
  )
  return new Map(
    counts.map(({ id, ...count }) => {
      const store = hasStore(id) ? 'imported' : withStoreFigures.has(id) ? 'kept' : 'sum'
      return [id, { ...count, kept: notInFile.get(id) ?? [], store }]
    }),
  )
}
