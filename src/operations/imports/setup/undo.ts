import { undoBindings } from '#clients/stores/nicks/queries.ts'
import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { type Consequences, countRow } from '#kit/consequences.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { undoConsequences } from '#operations/imports/consequences.ts'
import { detachStores } from '#operations/imports/groupQueries.ts'
import { cellsOf, lockStores } from '#operations/imports/settlingQueries.ts'
import { undoImport } from '#operations/imports/undoImport.ts'
import type { Makers } from './makers.ts'
import { findObstacles } from './obstacleQueries.ts'
import { obstacleError } from './obstacles.ts'
import * as queries from './queries.ts'
import { assertNotUndone } from './rules.ts'
import { assertMayRun } from './run.ts'
import { toSetupRuns } from './setupRuns.ts'

/**
 * Undoes a run in the request's transaction: its imports, its bindings, its stores and customers. Throws WRONG_STATE if
 * it was undone, STALE, PERIOD_CLOSED, and CONFLICT with what uses its records.
 */
export async function undoSetup(
  context: Context,
  { id, version }: { id: number; version: number },
  makers: Makers,
): Promise<void> {
  const { db, actor, clock, record } = context
  await assertMayRun(context)
  await setStatementTimeout(db, IMPORT_STATEMENT_LIMIT_SECONDS)
  const setup = await queries.lockSetup(db, actor, id)
  assertNotUndone(setup)
  await assertVersionLazy(setup, version, async () => (await toSetupRuns(context, [setup]))[0])
  const made = await queries.lockRecords(db, id)
  const obstacles = (await findObstacles(db, [id])).get(id)
  const obstacle = obstacles && obstacleError(obstacles)
  if (obstacle) throw obstacle
  await undoWrites(context, made, makers)
  await queries.markUndone(db, id, { actorId: actor.id, now: clock() })
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  record({
    action: 'undo',
    entity: 'import-setup',
    recordId: id,
    companyCode: setup.companyCode,
    changes: {
      status: ['done', 'undone'],
      customers: [names(made.customers), null],
      stores: [names(made.stores), null],
    },
  })
}

type Made = Awaited<ReturnType<typeof queries.lockRecords>>

async function undoWrites(
  context: Context,
  { files, customers, stores, bindings }: Made,
  makers: Makers,
): Promise<void> {
  const { db, actor, clock, record } = context
  const committed = files.filter(({ status }) => status === 'committed')
  // The latest first: it may have replaced figures of an earlier one.
  for (const { id, version } of committed.toSorted((a, b) => (b.commitNo ?? 0) - (a.commitNo ?? 0))) {
    await undoImport(context, { id, version })
  }
  await lockStores(db, [...new Set(bindings.map(({ storeId }) => storeId))])
  const by = { staffId: actor.id, now: clock() }
  for (const line of await undoBindings(db, by, bindings)) record(line)
  await detachStores(
    db,
    stores.map(({ id }) => id),
    { actorId: actor.id, now: clock() },
  )
  for (const { id, version } of stores) await makers.stores.remove(context, { id, version }, 'undo')
  for (const { id, version } of customers) await makers.customers.remove(context, { id, version }, 'undo')
}

/** Maximum number of names that a row lists. */
const SHOWN_NAMES = 5

/** Lists what the undo of a run deletes and restores, from a dry run; throws what the undo throws. */
export async function undoSetupConsequences(
  context: Context,
  id: number,
  makers: Makers,
): Promise<Consequences> {
  await assertMayRun(context)
  const { db, actor } = context
  const { version } = await queries.getSetup(db, actor, id)
  const { files, customers, stores, bindings } = await db
    .transaction()
    .execute((tx) => queries.lockRecords(tx, id))
  const storeIds = stores.map((store) => store.id)
  const nicks = await queries.countNicksOfStores(db, storeIds)
  const committed = files.filter(({ status }) => status === 'committed').map((file) => file.id)
  const cells = cellsOf(await queries.findWrittenDays(db, committed))
  const { items } = await undoConsequences(context, cells, (inner) =>
    undoSetup(inner, { id, version }, makers),
  )
  const own = [
    ...namesRow('删去新建的店铺', stores),
    ...namesRow('删去新建的客户', customers),
    ...countRow('删去的昵称对应', nicks.bindings + bindings.length),
    ...countRow('删去的昵称认领', nicks.claims),
    ...countRow('撤销导入的文件', committed.length),
  ]
  return { items: [...own, ...items] }
}

function namesRow(label: string, records: readonly { name: string }[]) {
  const names = records.slice(0, SHOWN_NAMES).map(({ name }) => name)
  const note = records.length > SHOWN_NAMES ? '{names}等' : '{names}'
  return countRow(label, records.length, { note, values: { names } })
}
