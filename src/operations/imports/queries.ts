import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { findAdminNames } from '#people/staff/queries.ts'
import { type CorrectionInput, correctFigures, endCorrectionAct } from './corrections.ts'
import type { FilePlatform } from './reader/fields.ts'
import { maySetUp, type Status, type StoreCreators } from './rules.ts'
import { type KeyedLog, replaceKeyedLines } from './settlingQueries.ts'

/** SQL condition: the actor may commit and undo the import: by reach their own, the team's, or the company's. */
export function commitScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canReportWorklog', {
    company: 'importBatch.companyCode',
    team: (headId) => sql<SqlBool>`exists (select 1 from staff
      where staff.id = import_batch.created_by and (staff.parent_id = ${headId} or staff.id = ${headId}))`,
    own: (staffId) => sql<SqlBool>`import_batch.created_by = ${staffId}`,
  })
}

/** SQL condition: the actor may view the import: it is in `commitScope`, or all stores it was written to are in reach. */
export function batchScope(actor: Actor, on: Day): Expression<SqlBool> {
  return sql<SqlBool>`import_batch.status <> 'reading' and (${commitScope(actor)} or (
    exists (select 1 from import_group g where g.batch_id = import_batch.id and g.committed)
    and not exists (select 1 from import_group g left join store on store.id = g.store_id
      where g.batch_id = import_batch.id and not coalesce(${storeScope(actor, 'canReportWorklog', on)}, false))))`
}

/** SQL condition: a later import has written to a store and day of this one. */
const hasLater = sql<SqlBool>`exists (
  select 1 from import_group g
    join import_group other on other.store_id = g.store_id and other.on_day = g.on_day and other.committed
    join import_batch later on later.id = other.batch_id and later.status = 'committed'
    where g.batch_id = import_batch.id and g.committed and later.commit_no > import_batch.commit_no)`

interface GroupFacts {
  storeId: number | null
  storeName: string | null
  on: Day | null
  committed: boolean
}

const firstGroups = sql<GroupFacts[]>`(select coalesce(jsonb_agg(jsonb_build_object('storeId', g.store_id,
    'storeName', coalesce(store.name, g.store_name), 'on', g.on_day, 'committed', g.committed) order by g.id), '[]')
  from (select * from import_group where batch_id = import_batch.id order by id limit 20) g
    left join store on store.id = g.store_id)`

/** Selects imports with the columns of the list. */
function selectBatches(db: Database, actor: Actor) {
  return db
    .selectFrom('importBatch')
    .innerJoin('staffName as staff', 'staff.id', 'importBatch.createdBy')
    .select([
      'importBatch.id',
      'importBatch.version',
      'importBatch.companyCode',
      'importBatch.fileName',
      'importBatch.platform',
      'importBatch.status',
      'importBatch.rowsOk',
      'importBatch.rowsProblem',
      'importBatch.rowsSkipped',
      'importBatch.createdBy',
      'importBatch.createdAt',
      'importBatch.committedAt',
      'importBatch.undoneAt',
      'staff.name as createdByName',
      sql<boolean>`import_batch.status = 'committed' and ${commitScope(actor)} and not ${hasLater}`.as(
        'undoable',
      ),
    ])
    .select([
      firstGroups.as('groups'),
      sql<number>`(select count(*) from import_group g where g.batch_id = import_batch.id)`.as('groupTotal'),
    ])
}

export interface BatchFilter {
  status?: Status[] | undefined
  platform?: FilePlatform[] | undefined
  storeId?: number[] | undefined
  createdBy?: number[] | undefined
  on?: Day | undefined
  from?: Day | undefined
  to?: Day | undefined
}

const ORDER = {
  columns: {
    id: 'importBatch.id',
    createdAt: 'importBatch.createdAt',
    committedAt: 'importBatch.committedAt',
  },
  fallback: '-id',
  tieBreaker: 'importBatch.id',
}

/** Returns a page of the imports that the actor may view. */
export async function findBatches(db: Database, actor: Actor, filter: BatchFilter & PageInput, today: Day) {
  const { status, platform, storeId, createdBy, on, from, to } = filter
  const uploadedOn = sql<Day>`(import_batch.created_at at time zone 'Asia/Shanghai')::date`
  const inGroup = (test: Expression<SqlBool>) =>
    sql<SqlBool>`exists (select 1 from import_group g where g.batch_id = import_batch.id and ${test})`
  let query = selectBatches(db, actor).where(batchScope(actor, today))
  if (status) query = query.where('importBatch.status', 'in', status)
  if (platform) query = query.where('importBatch.platform', 'in', platform)
  if (createdBy) query = query.where('importBatch.createdBy', 'in', createdBy)
  if (storeId) query = query.where(inGroup(sql<SqlBool>`g.store_id = any(${storeId})`))
  if (on) query = query.where(inGroup(sql<SqlBool>`g.on_day = ${on}`))
  if (from) query = query.where(uploadedOn, '>=', from)
  if (to) query = query.where(uploadedOn, '<=', to)
  return pageOf(query, filter, ORDER)
}

/** Returns an import with the columns of the list; throws NOT_FOUND. */
export async function getBatch(db: Database, actor: Actor, id: number, today: Day) {
  const row = await selectBatches(db, actor)
    .where('importBatch.id', '=', id)
    .where(batchScope(actor, today))
    .executeTakeFirst()
  if (!row) throw notFound('这条导入记录')
  return row
}

/** Locks an import that the actor may commit or undo until the transaction ends; throws NOT_FOUND. */
export async function lockBatch(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('importBatch')
    .select(['id', 'version', 'companyCode', 'platform', 'status', 'fileName', 'commitNo'])
    .$narrowType<{ platform: FilePlatform; status: Status }>()
    .where('id', '=', id)
    .where('status', '!=', 'reading')
    .where(commitScope(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条导入记录')
  return row
}

/** Returns the stores and days of imports, in the files' order. */
export async function findGroups(db: Database, batchIds: readonly number[]) {
  return db
    .selectFrom('importGroup')
    .leftJoin('store', 'store.id', 'importGroup.storeId')
    .select(['importGroup.id', 'importGroup.batchId', 'importGroup.storeId'])
    .select(['importGroup.storeName as nameInFile', 'importGroup.onDay as on', 'importGroup.committed'])
    .select([
      'store.platform as storePlatform',
      sql<string | null>`coalesce(store.name, import_group.store_name)`.as('storeName'),
      // A closed month does not block a group that is committed already.
      sql<string | null>`(select to_char(m.month_on, 'YYYY-MM') from monthly_financial m
        where m.company_code = store.company_code and m.status = 'closed' and not import_group.committed
          and m.month_on = date_trunc('month', import_group.on_day)::date)`.as('closedMonth'),
    ])
    .where(sql<boolean>`import_group.batch_id = any(${batchIds})`)
    .orderBy('importGroup.id')
    .execute()
}

/** Who can create the stores that a file names; reads names only if some store is unknown and the actor cannot. */
export async function findStoreCreators(
  db: Database,
  actor: Actor,
  groups: readonly { storeId: number | null }[],
): Promise<StoreCreators> {
  const mayCreate = maySetUp(actor)
  const isNeeded = !mayCreate && groups.some(({ storeId }) => storeId === null)
  return { mayCreate, names: isNeeded ? await findAdminNames(db, actor.companyCode) : [] }
}

/** Deletes previews that a person never confirmed. */
export async function discardPreviews(
  db: Database,
  createdBy: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('importBatch')
    .where('id', 'in', ids)
    .where('createdBy', '=', createdBy)
    .where('status', '=', 'preview')
    .execute()
}

/**
 * Applies the keyed lines of an approved work log, in the transaction of the approval. For a nick without imported
 * figures, the keyed ones count and the store's figures are updated. Otherwise the imported ones take precedence, and
 * the difference is listed for the head. A second call for the same log replaces the first.
 */
export async function applyKeyedLines(db: Database, log: KeyedLog): Promise<void> {
  await replaceKeyedLines(db, log)
}

/** Removes the lines of a work log from the figures when its approval ends. */
export async function removeKeyedLines(db: Database, log: { worklogId: number; at: Date }): Promise<void> {
  await replaceKeyedLines(db, { ...log, companyCode: '', lines: [] })
}

/**
 * Corrects figures of a store, or of a nick there, on a day by hand, in the request's transaction. Returns the act's id
 * and the changes. Throws INVALID if nothing changes or a part exceeds its whole, STALE if the figures changed since
 * the user saw them, and NOT_FOUND for an unknown nick.
 */
export async function correctDay(db: Database, corrected: CorrectionInput) {
  return correctFigures(db, corrected)
}

/** Revokes a manual correction; the figures have their previous values again. */
export async function revokeCorrection(
  db: Database,
  act: { actId: number; staffId: number; at: Date },
): Promise<void> {
  await endCorrectionAct(db, act)
}
