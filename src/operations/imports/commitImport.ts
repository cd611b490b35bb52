import type * as z from 'zod'
import { findAgent } from '#clients/stores/assignments/queries.ts'
import { type Binding, bindNicks, fileClaims } from '#clients/stores/nicks/queries.ts'
import { assertBindable, bindsDirectly, boundLine } from '#clients/stores/nicks/rules.ts'
import type { Database } from '#db/connect.ts'
import { today } from '#kit/calendar.ts'
import { AppError, invalidField, notFound, refusal } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import * as queries from './commitQueries.ts'
import type { CommitCounts, CommitInput } from './contract.ts'
import { ANALYZE_THRESHOLD, analyzeRows } from './intakeQueries.ts'
import { assertBatchVersion } from './preview.ts'
import { findGroups, findStoreCreators, lockBatch } from './queries.ts'
import type { FilePlatform } from './reader/fields.ts'
import { assertStep, blocksOf } from './rules.ts'
import { liftCellCorrections, lockStores, settle } from './settlingQueries.ts'

type Input = z.output<typeof CommitInput>

/** A store and day to write. */
interface Target {
  id: number
  storeId: number
  storeName: string | null
  on: string
}

/**
 * Commits a previewed import in the request's transaction. Replaces the figures of each nick (no summing) and saves the
 * old ones for undo. Throws WRONG_STATE, STALE, CONFLICT or PERIOD_CLOSED if a group is blocked, and NOT_FOUND if a
 * store is out of reach.
 */
export async function commitImport(context: Context, input: Input): Promise<z.output<typeof CommitCounts>> {
  const { db, actor, clock } = context
  const batch = await lockBatch(db, actor, input.id)
  assertStep(batch.status, 'commit')
  await assertBatchVersion(context, batch, input.version)
  const targets = await findTargets(context, batch, input)
  await assertReach(context, targets)
  const bound = await bindOrClaimNicks(context, targets, input)
  const commit = { batchId: batch.id, groupIds: targets.map(({ id }) => id), now: clock() }
  const counts = await writeFigures(db, commit, input.replaceWholeStore ?? false)
  const { hash } = counts
  await queries.markCommitted(db, commit, { actorId: actor.id, rowsHash: hash })
  if (counts.total > ANALYZE_THRESHOLD) await analyzeRows(db, 'import_group')
  context.record({
    action: 'commit',
    entity: 'import',
    recordId: batch.id,
    companyCode: batch.companyCode,
    changes: {
      fileName: [null, batch.fileName],
      rows: [null, counts.total],
      sha256: [null, hash],
      storeDays: [null, targets.map(({ storeName, on }) => `${storeName} ${on}`)],
      ...(input.replaceWholeStore ? { removed: [counts.removed, 0] } : {}),
    },
  })
  for (const binding of bound) context.record(boundLine(binding))
  return { ...counts, storeDays: targets.length }
}

/** Returns the groups to write: those in the request, or all. Throws CONFLICT or PERIOD_CLOSED with their blocks. */
async function findTargets(
  { db, actor }: Context,
  batch: { id: number; platform: FilePlatform },
  { groups: requested }: Input,
): Promise<Target[]> {
  const groups = await findGroups(db, [batch.id])
  const isRequested = (group: { storeId: number | null; on: string | null }) =>
    requested?.some(({ storeId, on }) => group.storeId === storeId && group.on === on) ?? true
  const chosen = groups.filter(isRequested)
  const missing = requested?.some(
    ({ storeId, on }) => !groups.some((one) => one.storeId === storeId && one.on === on),
  )
  if (missing) throw invalidField('groups', '要导入的店铺或日期不在这个文件里，请重新预检。')
  const creators = await findStoreCreators(db, actor, chosen)
  const blocks = chosen.flatMap((group) => blocksOf(group, batch.platform, creators))
  const [first] = blocks
  if (first) {
    const code = first.code === 'PERIOD_CLOSED' ? first.code : 'CONFLICT'
    throw refusal(code, first.message, { blocks })
  }
  if (chosen.length === 0) throw new AppError('CONFLICT', '这个文件里没有可以导入的行，没有写入任何数据。')
  return chosen.flatMap(({ id, storeId, storeName, on }) =>
    storeId === null || on === null ? [] : [{ id, storeId, storeName, on }],
  )
}

/** Locks the stores and checks again that the actor may report for each of them on its days; throws NOT_FOUND. */
async function assertReach({ db, actor }: Context, targets: readonly Target[]): Promise<void> {
  await lockStores(db, [...new Set(targets.map(({ storeId }) => storeId))])
  for (const [on, ofDay] of Map.groupBy(targets, (target) => target.on)) {
    const ids = ofDay.map(({ storeId }) => storeId)
    const reachable = new Set(await queries.findReachable(db, actor, ids, on))
    if (ids.some((id) => !reachable.has(id))) throw notFound('店铺')
  }
}

/**
 * Binds the nicks in the request, or files claims for an actor who may not bind. Extends the first binding of each
 * other nick of the file back to the file's day.
 */
async function bindOrClaimNicks(
  { db, actor, clock, record }: Context,
  targets: readonly Target[],
  { bindings = [] }: Input,
) {
  const nicks = [...new Set(bindings.map(({ nick }) => nick))]
  const groupIds = targets.map(({ id }) => id)
  const places =
    nicks.length === 0 ? [] : await queries.findNickStores(db, groupIds, { nicks, today: today(clock) })
  const newBindings: Binding[] = []
  for (const { nick, staffId, storeId } of bindings) {
    const found = places.filter(
      (place) => place.nick === nick && (storeId ?? place.storeId) === place.storeId,
    )
    if (found.length === 0) throw invalidField('bindings', '要对应的昵称不在导入的数据里，请重新预检。')
    const agent = await findAgent(db, staffId)
    for (const { companyCode, ...place } of found) {
      assertBindable(actor, agent, companyCode)
      newBindings.push({ ...place, companyCode, nick, staffId })
    }
  }
  const by = { staffId: actor.id, now: clock() }
  const created = bindsDirectly(actor) ? await bindNicks(db, by, newBindings) : []
  if (!bindsDirectly(actor)) {
    const { lines } = await fileClaims(db, { id: actor.id, name: actor.name, now: by.now }, newBindings)
    for (const line of lines) record(line)
  }
  const extended = await bindNicks(db, by, await queries.findLaterBindings(db, groupIds))
  return [...created, ...extended]
}

async function writeFigures(db: Database, commit: queries.Commit, wholeStore: boolean) {
  const { agents, total, hash } = await queries.digestRows(db, commit)
  const cells = queries.committedCells(commit)
  await liftCellCorrections(db, cells)
  const { existing, replaced } = await queries.saveReplaced(db, commit)
  const removed = wholeStore ? await queries.removeOthers(db, commit) : 0
  await queries.writeAgentRows(db, commit)
  await queries.saveStoreFigures(db, commit)
  if (wholeStore) await queries.removeStoreFigures(db, commit)
  await queries.writeStoreRows(db, commit)
  await settle(db, cells, { batchId: commit.batchId, at: commit.now, why: 'import' })
  if (agents > ANALYZE_THRESHOLD) await analyzeRows(db, 'agent_daily')
  const remaining = (await queries.countNicksWithFigures(db, commit)) - agents
  const changes = {
    inserted: agents - existing,
    replaced,
    unchanged: existing - replaced,
    removed,
    kept: remaining,
  }
  return { ...changes, total, hash }
}
