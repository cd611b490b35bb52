import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import { bindingApplies } from '#operations/imports/previewQueries.ts'
import { commitScope } from '#operations/imports/queries.ts'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import type { Status } from '#operations/imports/rules.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { BoundNick, Person } from './people.ts'

/** Returns the previews, which the actor may commit, in ascending id order; throws NOT_FOUND if one is missing. */
export async function findPreviews(db: Database, actor: Actor, ids: readonly number[]) {
  const rows = await db
    .selectFrom('importBatch')
    .select(['id', 'version', 'companyCode', 'fileName', 'platform'])
    .$narrowType<{ platform: FilePlatform }>()
    .where(sql<SqlBool>`id = any(${[...ids]})`)
    .where('status', '=', 'preview')
    .where(commitScope(actor))
    .orderBy('id')
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('这条导入记录')
  return rows
}

/** Returns version and status of imports, in ascending id order. */
export async function findStates(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('importBatch')
    .select(['id', 'version', 'status'])
    .$narrowType<{ status: Status }>()
    .where(sql<SqlBool>`id = any(${[...ids]})`)
    .orderBy('id')
    .execute()
}

/** Returns the different nicks of the groups, by batch. */
export async function findNicksOfBatches(
  db: Database,
  groupIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ batchId: number; nicks: string[] }>`
    select g.batch_id, array_agg(distinct r.nick) as nicks
    from import_group g join import_row r on r.group_id = g.id and r.nick is not null
    where g.id = any(${groupIds}) group by g.batch_id`.execute(db)
  return new Map(rows.map(({ batchId, nicks }) => [batchId, nicks]))
}

/** The rows of a group: their number, and the store's volume (its own, otherwise the sum of its agents). */
export interface GroupVolume {
  rows: number
  consultUsers: number | null
  handledUsers: number | null
}

export async function findVolumes(
  db: Database,
  groupIds: readonly number[],
): Promise<Map<number, GroupVolume>> {
  const volume = (column: string) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where nick is null),
      sum(${sql.ref(column)}) filter (where nick is not null))`
  const { rows } = await sql<GroupVolume & { groupId: number }>`
    select group_id, count(*) as rows, ${volume('consult_users')} as consult_users,
      ${volume('handled_users')} as handled_users
    from import_row where group_id = any(${groupIds}) group by group_id`.execute(db)
  return new Map(rows.map(({ groupId, ...row }) => [groupId, row]))
}

/** Counts the nicks of places over all files; a place is a store, known or not, and has several groups. */
export async function countNicks(db: Database, places: Places): Promise<Map<number, number>> {
  const { rows } = await sql<{ place: number; n: number }>`
    select place, count(distinct r.nick) as n
    from ${placedGroups(places)} join import_row r on r.group_id = placed.group_id
    where r.nick is not null group by place`.execute(db)
  return new Map(rows.map(({ place, n }) => [place, n]))
}

/** The groups of each place, as two lists of the same length. */
export interface Places {
  groupIds: readonly number[]
  places: readonly number[]
}

const placedGroups = ({ groupIds, places }: Places) =>
  sql`unnest(${[...groupIds]}::int[], ${[...places]}::int[]) as placed (group_id, place)`

/** Maximum number of nicks that are compared with the people. */
const MAX_NICKS = 10_000

/**
 * Returns the nicks of places that have no owner on their days, each once per place: buyers handled over all files (of
 * two files for a day the larger number), and the files. The most buyers first; `total` is the full number.
 */
export async function findOpenNicks(db: Database, places: Places) {
  const { rows } = await sql<{
    place: number
    nick: string
    handledUsers: number | null
    fileIds: number[]
    total: number
  }>`with open as (
      select placed.place, r.nick, g.on_day, g.batch_id, r.handled_users
      from ${placedGroups(places)}
        join import_group g on g.id = placed.group_id and (g.store_id is null or g.on_day is not null)
        join import_row r on r.group_id = g.id and r.nick is not null
      where g.store_id is null or not exists (select 1 from agent_account b where ${bindingApplies})),
    days as (
      select place, nick, on_day, max(handled_users) as handled from open group by place, nick, on_day),
    files as (
      select place, nick, array_agg(distinct batch_id order by batch_id) as file_ids from open group by place, nick)
    select place, nick, sum(handled) as handled_users, file_ids, count(*) over () as total
    from days join files using (place, nick)
    group by place, nick, file_ids
    order by sum(handled) desc nulls last, nick, place limit ${MAX_NICKS}`.execute(db)
  return rows
}

/** Returns the active agents of the actor's company; `isReached`: the actor may bind nicks to them. */
export async function findPeople(db: Database, actor: Actor): Promise<Person[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'name', sql<boolean>`${staffScope(actor, 'canReportWorklog')}`.as('isReached')])
    .where('companyCode', '=', actor.companyCode)
    .where('role', '=', ROLES.agent)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** Returns the nicks that are bound to active agents of a company from a day on. */
export async function findBoundNicks(db: Database, companyCode: string, on: Day): Promise<BoundNick[]> {
  return db
    .selectFrom('agentAccount')
    .innerJoin('staff', 'staff.id', 'agentAccount.staffId')
    .select(['agentAccount.nick', 'agentAccount.staffId'])
    .distinct()
    .where('agentAccount.companyCode', '=', companyCode)
    .where('staff.status', '=', 'active')
    .where((eb) => eb.or([eb('agentAccount.toOn', 'is', null), eb('agentAccount.toOn', '>=', on)]))
    .execute()
}

/** A customer of an existing store, or one whose name has the wanted core. */
export interface FoundCustomer {
  id: number
  name: string
}

/**
 * Returns the company's customers that are not lost and whose names have the same core as one of the keys (without
 * place and legal form), by key.
 */
export async function findCustomersByName(
  db: Database,
  companyCode: string,
  keys: readonly string[],
): Promise<Map<string, FoundCustomer[]>> {
  const { rows } = await sql<FoundCustomer & { key: string }>`
    select wanted.key, c.id, c.name from unnest(${[...keys]}::text[]) wanted (key)
      join customer c on c.name_core = customer_name_core(wanted.key) and c.company_code = ${companyCode}
        and c.merged_into_id is null and c.status <> 'churned'
    order by c.id`.execute(db)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id, name }) => ({ id, name }))]))
}

/** Returns the customers of stores that are not lost, by store. */
export async function findCustomersOfStores(
  db: Database,
  storeIds: readonly number[],
): Promise<Map<number, FoundCustomer>> {
  const rows = await db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id as storeId', 'customer.id', 'customer.name'])
    .where(sql<SqlBool>`store.id = any(${[...storeIds]})`)
    .where('customer.status', '!=', 'churned')
    .execute()
  return new Map(rows.map(({ storeId, ...customer }) => [storeId, customer]))
}

/** Returns those of the platforms and name keys that live stores of the company have: `tmall 晨曦家居旗舰店`. */
export async function findTakenStoreNames(
  db: Database,
  companyCode: string,
  names: readonly { platform: Platform; nameKey: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ taken: string }>`
    select s.platform || ' ' || s.name_key as taken
    from unnest(${names.map(({ platform }) => platform)}::text[], ${names.map((one) => one.nameKey)}::text[])
        wanted (platform, name_key)
      join store s on s.platform = wanted.platform and s.name_key = wanted.name_key
    where s.company_code = ${companyCode} and s.status <> 'stopped'`.execute(db)
  return new Set(rows.map(({ taken }) => taken))
}

/** Returns those of the name keys that customers of the company have. */
export async function findTakenCustomerNames(
  db: Database,
  companyCode: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('customer')
    .select('nameKey')
    .where('companyCode', '=', companyCode)
    .where('mergedIntoId', 'is', null)
    .where(sql<SqlBool>`name_key = any(${[...keys]})`)
    .execute()
  return new Set(rows.map((row) => row.nameKey))
}

/** Returns those of the customers that belong to the company. */
export async function findCompanyCustomers(
  db: Database,
  companyCode: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('mergedIntoId', 'is', null)
    .where(sql<SqlBool>`id = any(${[...ids]})`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A run to save; `records` are the records that it created, and the files that it read. */
interface NewSetup {
  companyCode: string
  customers: number
  stores: number
  nicks: number
  files: number
  storeDays: number
  createdBy: number
  at: Date
}

/** A record of a run. `previousFromOn`: the former first day of a binding that existed. */
export interface SetupRecord {
  kind: 'customer' | 'store' | 'nick' | 'import'
  recordId: number
  previousFromOn?: Day | null
}

/** Saves a run with its records; returns its id. */
export async function insertSetup(
  db: Database,
  { at, ...run }: NewSetup,
  records: readonly SetupRecord[],
): Promise<number> {
  const stamps = { createdAt: at, updatedAt: at, updatedBy: run.createdBy }
  const { id } = await db
    .insertInto('importSetup')
    .values({ ...run, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into import_setup_record (setup_id, kind, record_id, version, previous_from_on)
    select ${id}::int, kind, record_id, (select version from agent_account a where kind = 'nick' and a.id = record_id),
      previous_from_on
    from unnest(${records.map(({ kind }) => kind)}::text[], ${records.map((one) => one.recordId)}::int[],
      ${records.map(({ previousFromOn }) => previousFromOn ?? null)}::date[])
      as made (kind, record_id, previous_from_on)`.execute(db)
  return id
}

/** SQL condition: the run is within the actor's reach: their own, the team's, or the company's. */
function setupScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canReportWorklog', {
    company: 'importSetup.companyCode',
    team: (headId) => sql<SqlBool>`(author.id = ${headId} or author.parent_id = ${headId})`,
    own: (staffId) => sql<SqlBool>`import_setup.created_by = ${staffId}`,
  })
}

function selectSetups(db: Database, actor: Actor) {
  return db
    .selectFrom('importSetup')
    .innerJoin('staffName as author', 'author.id', 'importSetup.createdBy')
    .selectAll('importSetup')
    .select('author.name as createdByName')
    .where(setupScope(actor))
}

export type SetupRow = Awaited<ReturnType<typeof getSetup>>

/** A page of the runs within reach, newest first. */
export async function findSetups(db: Database, actor: Actor, filter: PageInput) {
  const order = { columns: { id: 'importSetup.id' }, fallback: '-id', tieBreaker: 'importSetup.id' }
  return pageOf(selectSetups(db, actor), filter, order)
}

/** Returns a run within reach; throws NOT_FOUND. */
export async function getSetup(db: Database, actor: Actor, id: number) {
  const row = await selectSetups(db, actor).where('importSetup.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这次新建')
  return row
}

/** Locks a run within reach until the transaction ends; throws NOT_FOUND. */
export async function lockSetup(db: Database, actor: Actor, id: number): Promise<SetupRow> {
  const row = await selectSetups(db, actor)
    .where('importSetup.id', '=', id)
    .forUpdate('importSetup')
    .executeTakeFirst()
  if (!row) throw notFound('这次新建')
  return row
}

/** Marks a run as undone. */
export async function markUndone(
  db: Database,
  id: number,
  by: { actorId: number; now: Date },
): Promise<void> {
  const { actorId, now } = by
  await db
    .updateTable('importSetup')
    .set({ status: 'undone', undoneAt: now, undoneBy: actorId, updatedAt: now, updatedBy: actorId })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** A binding of a run in a store that the run did not create. */
interface MadeBinding {
  id: number
  storeId: number
  previousFromOn: Day | null
}

/** Locks the files, customers and stores of a run in this order, which all writers follow; returns them. */
export async function lockRecords(db: Database, setupId: number) {
  const ids = (kind: SetupRecord['kind']) =>
    sql<number>`(select record_id from import_setup_record where setup_id = ${setupId} and kind = ${sql.lit(kind)})`
  const files = await db
    .selectFrom('importBatch')
    .select(['id', 'version', 'status', 'commitNo'])
    .$narrowType<{ status: Status }>()
    .where('id', 'in', ids('import'))
    .orderBy('id')
    .forUpdate()
    .execute()
  // The customers of the created stores, too: a customer is locked before its store.
  const ofStores = sql<number>`(select customer_id from store where id in ${ids('store')})`
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'version', 'name', sql<boolean>`id in ${ids('customer')}`.as('isMade')])
    .where((eb) => eb.or([eb('id', 'in', ids('customer')), eb('id', 'in', ofStores)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const stores = await db
    .selectFrom('store')
    .select(['id', 'version', 'name'])
    .where('id', 'in', ids('store'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const { rows: bindings } = await sql<MadeBinding>`
    select a.id, a.store_id, r.previous_from_on
    from import_setup_record r join agent_account a on a.id = r.record_id
    where r.setup_id = ${setupId} and r.kind = 'nick' and a.store_id not in ${ids('store')}
    order by a.id`.execute(db)
  return {
    files,
    customers: customers.flatMap(({ isMade, ...customer }) => (isMade ? customer : [])),
    stores,
    bindings,
  }
}

/** Counts the bindings and claims of nicks of stores. */
export async function countNicksOfStores(db: Database, storeIds: readonly number[]) {
  const { rows } = await sql<{ bindings: number; claims: number }>`
    select (select count(*) from agent_account where store_id = any(${[...storeIds]})) as bindings,
      (select count(*) from nick_claim where store_id = any(${[...storeIds]})) as claims`.execute(db)
  return rows[0] ?? { bindings: 0, claims: 0 }
}

/** Returns the stores and days that committed imports wrote. */
export async function findWrittenDays(db: Database, batchIds: readonly number[]) {
  const { rows } = await sql<{ storeId: number; on: Day }>`
    select distinct store_id, on_day as on from import_group
    where batch_id = any(${[...batchIds]}) and committed and store_id is not null`.execute(db)
  return rows
}
