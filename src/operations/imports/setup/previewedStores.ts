import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { findGroups } from '#operations/imports/queries.ts'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import { type FoundStore, findUnknownStores } from './foundStores.ts'
import { findNicksOfBatches } from './queries.ts'

/** A preview whose stores are read. */
export interface Preview {
  id: number
  version: number
  companyCode: string
  fileName: string
  platform: FilePlatform
}

/** A store and day of a preview, with its file; `isOwn`: of the user's company. */
export type PreviewedGroup = Awaited<ReturnType<typeof findGroups>>[number] & {
  isOwn: boolean
  fileName: string
  format: FilePlatform
}

/** The stores and days of previews, and the unknown stores of the user's company among them. */
export interface PreviewedStores {
  groups: PreviewedGroup[]
  unknown: FoundStore[]
}

/**
 * Reads the stores of previews. The same previews give the same stores with the same keys. Files of another company, which
 * only the headquarters' admin has, contain no unknown stores: theirs are not created from here.
 */
export async function readPreviewedStores(
  { db, actor }: { db: Database; actor: Actor },
  previews: readonly Preview[],
): Promise<PreviewedStores> {
  const files = new Map(previews.map((preview) => [preview.id, preview]))
  const rows = await findGroups(db, [...files.keys()])
  const groups = rows.flatMap((row) => {
    const file = files.get(row.batchId)
    if (!file) return []
    const { companyCode, fileName, platform } = file
    return { ...row, isOwn: companyCode === actor.companyCode, fileName, format: platform }
  })
  const unknown = groups.filter(({ storeId, isOwn }) => storeId === null && isOwn)
  const nameless = unknown.filter(({ nameInFile }) => nameInFile === null)
  const nicks = await findNicksOfBatches(
    db,
    nameless.map(({ id }) => id),
  )
  return {
    groups,
    unknown: findUnknownStores(unknown.map((group) => ({ ...group, nicks: nicks.get(group.batchId) ?? [] }))),
  }
}
