import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import type { Block, ImportBatch, ImportGroup, ImportPreview, Replaces } from './contract.ts'
import { findFileCorrections } from './correctedQueries.ts'
import { Findings } from './findings.ts'
import type { DaySource } from './groupRows.ts'
import * as queries from './previewQueries.ts'
import { type findBatches, findGroups, findStoreCreators, getBatch } from './queries.ts'
import type { FilePlatform } from './reader/fields.ts'
import { blocksOf, keptUntil, type Status } from './rules.ts'

type BatchRow = Awaited<ReturnType<typeof findBatches>>['items'][number]

const SHOWN_PROBLEMS = 1_000

/** Converts a batch to a row of the list. */
export function toImportBatch({ companyCode, ...row }: BatchRow): ImportBatch {
  return {
    ...row,
    platform: row.platform as FilePlatform,
    status: row.status as Status,
    keptUntil: keptUntil(row),
    createdAt: row.createdAt.toISOString(),
    committedAt: row.committedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }
}

/** Throws STALE, with the current batch, unless `version` is current. */
export async function assertBatchVersion(
  { db, actor, clock }: Context,
  batch: { id: number; version: number },
  version: number,
): Promise<void> {
  await assertVersionLazy(batch, version, async () =>
    toImportBatch(await getBatch(db, actor, batch.id, today(clock))),
  )
}

/** Returns what a stored file would write now; throws NOT_FOUND. */
export async function getPreview(
  db: Database,
  actor: Actor,
  id: number,
  on: Day,
): Promise<z.input<typeof ImportPreview>> {
  const batch = await queries.getFindings(db, actor, id, on)
  const platform = batch.platform as FilePlatform
  const groups = await findPreviewGroups(db, actor, { id, platform })
  const duplicate = await queries.findDuplicate(db, batch)
  const findings = Findings.parse(batch.findings)
  const [only] = groups.length === 1 ? groups : []
  return {
    id,
    version: batch.version,
    status: batch.status as Status,
    fileName: batch.fileName,
    platform,
    on: only?.on ?? null,
    onFrom: batch.onFrom as DaySource,
    storeId: only?.storeId ?? null,
    storeName: only?.storeName ?? null,
    agents: groups.flatMap(({ agents }) => agents),
    agentTotal: groups.reduce((sum, { agentTotal }) => sum + agentTotal, 0),
    store: only?.store,
    replaces: only?.replaces ?? null,
    groups,
    blocks: allBlocks(groups),
    unmatchedNicks: [...new Set(groups.flatMap(({ unmatchedNicks }) => unmatchedNicks))],
    skippedRows: findings.skippedRows,
    skippedTotal: batch.rowsSkipped,
    problems: findings.problems.slice(0, SHOWN_PROBLEMS),
    problemTotal: batch.rowsProblem,
    unknownHeaders: findings.unknownHeaders,
    pending: findings.pending,
    otherSheets: findings.otherSheets,
    duplicateOf: duplicate && {
      ...duplicate,
      committedAt: duplicate.committedAt?.toISOString() ?? '',
    },
    createdByName: batch.createdByName,
    createdAt: batch.createdAt.toISOString(),
    keptUntil: keptUntil(batch),
  }
}

/** Returns the blocks of all groups without duplicates. */
export function allBlocks(groups: readonly { blocks: Block[] }[]): Block[] {
  const blocks = groups.flatMap((group) => group.blocks)
  return [
    ...new Map(blocks.map((block) => [`${block.code}${JSON.stringify(block.message)}`, block])).values(),
  ]
}

async function findPreviewGroups(
  db: Database,
  actor: Actor,
  { id, platform }: { id: number; platform: FilePlatform },
): Promise<z.input<typeof ImportGroup>[]> {
  const groups = await findGroups(db, [id])
  const creators = await findStoreCreators(db, actor, groups)
  const agents = Map.groupBy(await queries.findAgentRows(db, id), ({ groupId }) => groupId)
  const stores = new Map((await queries.findStoreRows(db, id)).map((row) => [row.groupId, row]))
  const unmatched = Map.groupBy(await queries.findUnmatchedNicks(db, id), ({ groupId }) => groupId)
  const corrections = Map.groupBy(await findFileCorrections(db, id), ({ groupId }) => groupId)
  const groupIds = groups.map((group) => group.id)
  const replaces = await findOverwritten(db, id, groupIds, (groupId) => stores.has(groupId))
  return groups.flatMap((group) => {
    const store = stores.get(group.id)
    const replacing = replaces.get(group.id)
    if (!replacing) return []
    const { total, ...counts } = replacing
    return {
      storeId: group.storeId,
      storeName: group.storeName,
      on: group.on,
      agents: (agents.get(group.id) ?? []).map(toAgentRow),
      agentTotal: total,
      store: store && { row: store.row, pending: store.pending, ...store.asRead },
      replaces: counts,
      unmatchedNicks: (unmatched.get(group.id) ?? []).map(({ nick }) => nick),
      corrections: corrections.get(group.id) ?? [],
      blocks: blocksOf(group, platform, creators),
      committed: group.committed,
    }
  })
}

function toAgentRow(row: Awaited<ReturnType<typeof queries.findAgentRows>>[number]) {
  const { groupId, asRead, staffId, staffName, ...rest } = row
  const person = staffId === null ? {} : { staffId, staffName: staffName ?? '' }
  return { ...rest, ...asRead, ...person }
}

/** Returns what writing a batch would change, by group; `hasStore`: the group has a row for the store itself. */
async function findOverwritten(
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
