import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import type { CorrectionInput } from './contract.ts'
import { columnOf } from './rules.ts'

/** The stores whose figures of a day the user may correct. */
export const correctableStores = (actor: Actor, on: Day) => storeScope(actor, 'canReviewWorklog', on)

/** A store within reach; throws NOT_FOUND. */
export async function getStore(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id', 'store.name', 'store.companyCode', 'store.leaderId', 'store.customerId'])
    .where('store.id', '=', id)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

/** Corrections with names. `store` is joined so that a store scope applies. */
export function selectCorrections(db: Database) {
  return db
    .selectFrom('figureCorrection')
    .innerJoin('store', 'store.id', 'figureCorrection.storeId')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .innerJoin('staffName as author', 'author.id', 'figureCorrection.createdBy')
    .selectAll('figureCorrection')
    .select(['store.name as storeName', 'author.name as createdByName'])
}

export interface CorrectionFilter {
  storeId?: number[] | undefined
  customerId?: number | undefined
  from?: Day | undefined
  to?: Day | undefined
  standing?: 'true' | 'false' | undefined
  questionId?: number[] | undefined
}

/** A page of the corrections of the stores within reach. */
export async function findCorrections(
  db: Database,
  reach: Expression<SqlBool>,
  filter: CorrectionFilter & PageInput,
) {
  const id = 'figureCorrection.id'
  let query = selectCorrections(db).where(reach)
  if (filter.storeId) query = query.where('figureCorrection.storeId', 'in', filter.storeId)
  if (filter.customerId) query = query.where('store.customerId', '=', filter.customerId)
  if (filter.from) query = query.where('figureCorrection.onDay', '>=', filter.from)
  if (filter.to) query = query.where('figureCorrection.onDay', '<=', filter.to)
  if (filter.standing === 'true') query = query.where('figureCorrection.endedAt', 'is', null)
  if (filter.standing === 'false') query = query.where('figureCorrection.endedAt', 'is not', null)
  if (filter.questionId) query = query.where('figureCorrection.questionId', 'in', filter.questionId)
  return pageOf(query, filter, { columns: { id }, fallback: '-id', tieBreaker: id })
}

/** The newest corrections of an agent's nicks, on the days that the nicks were bound to the agent. */
export async function findCorrectionsOfAgent(
  db: Database,
  staffId: number,
  filter: CorrectionFilter & PageInput,
) {
  const ofNicks = sql<SqlBool>`exists (select 1 from agent_account a
    where a.staff_id = ${staffId} and a.store_id = figure_correction.store_id and a.nick = figure_correction.nick
      and a.from_on <= figure_correction.on_day
      and (a.to_on is null or a.to_on >= figure_correction.on_day))`
  return (await findCorrections(db, ofNicks, filter)).items
}

/** An agent within reach; throws NOT_FOUND. */
export async function getAgent(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode', 'parentId'])
    .where('id', '=', id)
    .where('role', '=', ROLES.agent)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('客服')
  return row
}

/** The corrections of one act within reach, in effect or ended; throws NOT_FOUND if there are none. */
export async function getCorrectionBatch(db: Database, reach: Expression<SqlBool>, actId: number) {
  const rows = await selectCorrections(db).where(reach).where('figureCorrection.actId', '=', actId).execute()
  if (rows.length === 0) throw notFound('这条更正')
  return rows
}

/** The nicks of a store with figures on a day. */
export async function findNicks(db: Database, storeId: number, on: Day): Promise<string[]> {
  const rows = await db
    .selectFrom('agentDaily')
    .select('nick')
    .where('storeId', '=', storeId)
    .where('onDay', '=', on)
    .orderBy('nick')
    .execute()
  return rows.map(({ nick }) => nick)
}

/** The figures of a store on a day, or of one nick, by column; `old`: the values before corrections in effect. */
export async function findFigures(db: Database, storeId: number, on: Day, nick: string | undefined) {
  const source =
    nick === undefined ? sql`store_daily d where true` : sql`agent_daily d where d.nick = ${nick}`
  const { rows } = await sql<{ figures: Record<string, number | null>; old: Record<string, number | null> }>`
    select to_jsonb(d) as figures, coalesce((select jsonb_object_agg(c.measure, c.old_value) from figure_correction c
        where c.ended_at is null and c.store_id = d.store_id and c.on_day = d.on_day
          and c.nick is not distinct from ${nick ?? null}::text), '{}') as old
    from ${source} and d.store_id = ${storeId} and d.on_day = ${on}`.execute(db)
  return rows[0]
}

/** A page of stores and days with figures that the platform is still counting, with the number of nicks concerned. */
export async function findPending(
  db: Database,
  reach: Expression<SqlBool>,
  filter: { storeId?: number[] | undefined } & PageInput,
) {
  const pendingMarks = sql<{
    storeId: number
    onDay: Day
    mark: string
    nick: string | null
    updatedAt: Date
  }>`(
    select d.store_id, d.on_day, mark, null::text as nick, d.updated_at
      from store_daily d, unnest(d.pending) mark where d.pending <> '{}'
    union all
    select a.store_id, a.on_day, mark, a.nick, a.updated_at
      from agent_daily a, unnest(a.pending) mark where a.pending <> '{}')`
  let query = db
    .selectFrom(pendingMarks.as('waiting'))
    .innerJoin('store', 'store.id', 'waiting.storeId')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .where(reach)
    .groupBy(['store.id', 'store.name', 'waiting.onDay'])
    .select(['store.id as storeId', 'store.name as storeName', 'waiting.onDay as on'])
    .select([
      sql<string[]>`array_agg(distinct waiting.mark)`.as('pending'),
      sql<number>`count(distinct waiting.nick)`.as('nicks'),
      sql<Date>`max(waiting.updated_at)`.as('updatedAt'),
    ])
  if (filter.storeId) query = query.where('store.id', 'in', filter.storeId)
  return pageOf(db.selectFrom(query.as('pending')).selectAll(), filter, {
    columns: { on: 'pending.on' },
    fallback: 'on',
    tieBreaker: 'pending.storeId',
  })
}

/** The number of days with figures of stores within reach, since a day. */
export async function countStoreDays(db: Database, reach: Expression<SqlBool>, since: Day): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from store join customer on customer.id = store.customer_id
      join store_daily d on d.store_id = store.id and d.on_day >= ${since}
    where ${reach}`.execute(db)
  return rows[0]?.days ?? 0
}

/** Marks a difference as checked; it stays checked until either side changes. */
export async function insertCheck(
  db: Database,
  check: { storeId: number; on: Day; nick: string; sides: unknown; note: string; staffId: number; at: Date },
): Promise<void> {
  const { storeId, on: onDay, nick, note, staffId: checkedBy, at: checkedAt } = check
  const content = { sides: JSON.stringify(check.sides), note, checkedBy, checkedAt }
  await db
    .insertInto('figureCheck')
    .values({ storeId, onDay, nick, ...content })
    .onConflict((conflict) => conflict.columns(['storeId', 'onDay', 'nick']).doUpdateSet(content))
    .execute()
}

/** A customer within reach; throws NOT_FOUND. */
export async function getCustomerName(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('customer')
    .select(['id', 'name', 'companyCode'])
    .where('id', '=', id)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** The questions that the user may answer: those assigned to a head, all of the company for an admin. */
export function answerScope(actor: Actor): Expression<SqlBool> {
  if (!can(actor, 'canReviewWorklog')) return sql<SqlBool>`false`
  return scope(actor, 'canReviewWorklog', {
    company: 'figureQuestion.companyCode',
    team: (headId) => sql<SqlBool>`figure_question.owner_id = ${headId}`,
  })
}

/** Reassigns open questions from one head to another, or to the admins (null). Returns the reassigned questions. */
export async function reassignQuestions(
  db: Database,
  ids: readonly number[],
  { fromId, toId, by, at }: { fromId: number; toId: number | null; by: number; at: Date },
) {
  return db
    .updateTable('figureQuestion')
    .set({ ownerId: toId, updatedAt: at, updatedBy: by })
    .set(nextVersion)
    .where('id', 'in', ids)
    .where('ownerId', '=', fromId)
    .where('status', '=', 'open')
    .returning(['id', 'companyCode'])
    .execute()
}

/**
 * The number of questions awaiting the user's answer, as listed in `/store-worklog/figures?toAnswer=true&status=open`.
 */
export async function countToAnswer(db: Database, actor: Actor): Promise<number> {
  const { n } = await db
    .selectFrom('figureQuestion')
    .select(sql<number>`count(*)`.as('n'))
    .where('status', '=', 'open')
    .where(answerScope(actor))
    .executeTakeFirstOrThrow()
  return n
}

/** Moves questions to the customer that theirs was merged into. Returns ids and new versions. */
export async function moveQuestions(
  db: Database,
  ids: readonly number[],
  customerId: number,
  { actorId, at }: { actorId: number; at: Date },
) {
  if (ids.length === 0) return []
  return db
    .updateTable('figureQuestion')
    .set({ customerId, updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
}

interface PendingReminder {
  companyCode: string
  staffId: number
  /** Number of store-days. */
  stores: number
  firstOn: Day
}

/** The users to remind of figures that the platforms were still counting: the stores' heads and the importers. */
export async function findPendingReminders(
  db: Database,
  { from, to }: { from: Day; to: Day },
): Promise<PendingReminder[]> {
  const { rows } = await sql<PendingReminder>`
    with waiting as (
      select store_id, on_day, batch_id from store_daily where pending <> '{}' and on_day between ${from} and ${to}
      union
      select store_id, on_day, batch_id from agent_daily where pending <> '{}' and on_day between ${from} and ${to}),
    asked as (
      select store.company_code, store.leader_id as staff_id, waiting.store_id, waiting.on_day
        from waiting join store on store.id = waiting.store_id where store.leader_id is not null
      union
      select store.company_code, b.created_by, waiting.store_id, waiting.on_day
        from waiting join store on store.id = waiting.store_id join import_batch b on b.id = waiting.batch_id)
    select company_code, staff_id, count(*) as stores, min(on_day) as first_on
    from asked group by company_code, staff_id order by staff_id`.execute(db)
  return rows
}

/** The number of corrections in effect that a new one replaces. */
export async function countReplaced(
  db: Database,
  { storeId, on, nick, changes }: CorrectionInput,
): Promise<number> {
  const columns = Object.keys(changes).map(columnOf)
  const { n } = await db
    .selectFrom('figureCorrection')
    .select(sql<number>`count(*)`.as('n'))
    .where('storeId', '=', storeId)
    .where('onDay', '=', on)
    .where('nick', nick === undefined ? 'is' : '=', nick ?? null)
    .where(sql<boolean>`measure = any(${columns})`)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The number of other open questions, answerable by the user, about the store or its customer on a day. */
export async function countOpenQuestions(
  db: Database,
  actor: Actor,
  { store, on, but }: { store: { id: number; customerId: number }; on: Day; but: number | null },
): Promise<number> {
  const { n } = await db
    .selectFrom('figureQuestion')
    .select(sql<number>`count(*)`.as('n'))
    .where(answerScope(actor))
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('storeId', '=', store.id), eb('customerId', '=', store.customerId)]))
    .where('fromOn', '<=', on)
    .where('toOn', '>=', on)
    .where('id', 'is distinct from', but)
    .executeTakeFirstOrThrow()
  return n
}

/** A store's row of a day, with all columns. */
export interface StoreDay {
  source: 'imported' | 'keyed' | 'sum'
  corrected: string[]
  updatedAt: Date
  figures: Record<string, number | null>
  /** Whether the row is the sum of the agents' rows; otherwise a file or a user provided it. */
  summed: boolean
}

/** The figures of a store on a day; undefined without any. */
export async function findStoreDay(db: Database, storeId: number, on: Day) {
  const { rows } = await sql<StoreDay>`select d.source, d.corrected, d.updated_at, to_jsonb(d) as figures,
      d.source <> 'imported'
        and exists (select 1 from agent_daily a where a.store_id = d.store_id and a.on_day = d.on_day)
        and (exists (select 1 from agent_daily a
            where a.store_id = d.store_id and a.on_day = d.on_day and a.source = 'imported')
          or not exists (select 1 from keyed_figure k
            where k.store_id = d.store_id and k.on_day = d.on_day and k.nick is null)) as summed
    from store_daily d where d.store_id = ${storeId} and d.on_day = ${on}`.execute(db)
  return rows[0]
}

/** A line of a file, or of work logs, with its figures. */
export interface OriginRow {
  nick: string | null
  figures: Record<string, number | null>
  source: 'imported' | 'keyed' | 'sum'
  corrected: string[]
  updatedAt: Date
  batchId: number | null
  fileName: string | null
  row: number | null
  at: Date | null
  byName: string | null
  worklogIds: number[]
}

/** The agents' rows of a store and day, each with its file and line or its work logs. */
export async function findNickRows(db: Database, storeId: number, on: Day): Promise<OriginRow[]> {
  const { rows } =
    await sql<OriginRow>`select a.nick, to_jsonb(a) as figures, a.source, a.corrected, a.updated_at,
      a.batch_id, b.file_name, r.row_no as row, b.committed_at as at, staff.name as by_name,
      coalesce((select array_agg(k.worklog_id order by k.worklog_id) from keyed_figure k
        where a.source = 'keyed' and k.store_id = a.store_id and k.on_day = a.on_day and k.nick = a.nick
          and k.aside_batch_id is null), '{}') as worklog_ids
    from agent_daily a
      left join import_batch b on b.id = a.batch_id
      left join staff on staff.id = b.created_by
      left join import_group g on g.batch_id = a.batch_id and g.store_id = a.store_id and g.on_day = a.on_day
      left join import_row r on r.batch_id = g.batch_id and r.group_id = g.id and r.nick = a.nick
    where a.store_id = ${storeId} and a.on_day = ${on}
    order by a.nick`.execute(db)
  return rows
}

/** The file and line of a store's own row; undefined if a user entered it. */
export async function findStoreOrigin(db: Database, storeId: number, on: Day) {
  const { rows } = await sql<{
    kind: 'file' | 'template'
    batchId: number | null
    fileName: string
    row: number | null
    at: Date | null
    byName: string
  }>`select 'file' as kind, b.id as batch_id, b.file_name, r.row_no as row, b.committed_at as at,
      staff.name as by_name
    from store_daily d
      join import_batch b on b.id = d.batch_id
      join staff on staff.id = b.created_by
      left join import_group g on g.batch_id = b.id and g.store_id = d.store_id and g.on_day = d.on_day
      left join import_row r on r.batch_id = b.id and r.group_id = g.id and r.nick is null
    where d.store_id = ${storeId} and d.on_day = ${on} and d.source = 'imported'
    union all
    select 'template', null, f.file_name, k.row_no, f.committed_at, staff.name
    from keyed_figure k join figure_file f on f.id = k.file_id join staff on staff.id = f.created_by
    where k.store_id = ${storeId} and k.on_day = ${on} and k.nick is null and not exists (
      select 1 from store_daily d where d.store_id = k.store_id and d.on_day = k.on_day and d.source = 'imported')
    limit 1`.execute(db)
  return rows[0]
}
