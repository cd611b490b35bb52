import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { NickClaim } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import type { ClaimStatus } from './contract.ts'
import { UNDO_DAYS } from './rules.ts'

/** The user who reads or decides claims, and the time. */
export interface ClaimReader {
  actor: Actor
  on: Day
  now: Date
}

/** The stores whose nicks the actor may bind or claim. */
export function bindableStores(actor: Actor, on: Day): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canReportWorklog', on)} and ${stoppedScope(actor)})`
}

const teamOf = (alias: string) =>
  sql<number>`coalesce(${sql.ref(`${alias}.parentId`)}, ${sql.ref(`${alias}.id`)})`

/** SQL condition: the claim takes the nick over from a person outside this head's team. */
const takesFromOthers = (
  headId: Expression<number | null>,
) => sql<SqlBool>`(nick_claim.takes_over and exists (
  select 1 from agent_account a join staff other on other.id = a.staff_id
    where a.store_id = nick_claim.store_id and a.nick = nick_claim.nick and a.staff_id <> nick_claim.staff_id
      and (a.to_on is null or a.to_on >= nick_claim.from_on)
      and coalesce(other.parent_id, other.id) is distinct from ${headId}))`

/**
 * The claims that a user may read: their own and those of nicks that they hold; a head also the team's, an admin the
 * company's.
 */
function claimScope({ actor, on }: ClaimReader): Expression<SqlBool> {
  return scope(actor, 'canReportWorklog', {
    company: 'nickClaim.companyCode',
    team: (headId) =>
      sql<SqlBool>`(${bindableStores(actor, on)} and ${headId} in (${teamOf('claimant')}, ${teamOf('holder')}))`,
    own: (staffId) => sql<SqlBool>`(nick_claim.staff_id = ${staffId} or nick_claim.holder_id = ${staffId})`,
  })
}

/** The claims that a user may decide: a head those within the team, an admin those of the company, an agent none. */
function decidableClaims({ actor, on }: ClaimReader): Expression<SqlBool> {
  return scope(actor, 'canReportWorklog', {
    company: 'nickClaim.companyCode',
    team: (headId) =>
      sql<SqlBool>`(${bindableStores(actor, on)} and ${teamOf('claimant')} = ${headId}
        and not ${takesFromOthers(sql<number>`${headId}::int`)})`,
  })
}

/** A binding `a` as stored in a claim: id, person, first and last day. Versions are omitted: an undo changes them. */
export const BINDING_JSON = sql`jsonb_build_array(a.id, a.staff_id, a.from_on, a.to_on)`

/** SQL condition: the bindings of the nick have not changed since the claim was confirmed. */
export const UNCHANGED_SINCE_CONFIRMED = sql<SqlBool>`(nick_claim.changed -> 'after' is not distinct from (
  select coalesce(jsonb_agg(${BINDING_JSON} order by a.id), '[]')
    from agent_account a where a.store_id = nick_claim.store_id and a.nick = nick_claim.nick))`

/** Claims with names and the user's permissions; `store` is joined so that the reach of stores applies. */
function selectClaims(db: Database, reader: ClaimReader) {
  const may = decidableClaims(reader)
  const since = new Date(reader.now.getTime() - UNDO_DAYS * 86_400_000)
  return db
    .selectFrom('nickClaim')
    .innerJoin('store', 'store.id', 'nickClaim.storeId')
    .innerJoin('staff as claimant', 'claimant.id', 'nickClaim.staffId')
    .leftJoin('staff as holder', 'holder.id', 'nickClaim.holderId')
    .leftJoin('staffName as decider', 'decider.id', 'nickClaim.decidedBy')
    .leftJoin('staffName as undoer', 'undoer.id', 'nickClaim.undoneBy')
    .select(['nickClaim.id', 'nickClaim.companyCode', 'nickClaim.storeId', 'nickClaim.nick'])
    .select(['nickClaim.staffId', 'nickClaim.fromOn', 'nickClaim.takesOver', 'nickClaim.holderId'])
    .select(['nickClaim.status', 'nickClaim.reason', 'nickClaim.createdAt', 'nickClaim.createdBy'])
    .select(['nickClaim.decidedAt', 'nickClaim.decidedBy', 'nickClaim.undoneAt', 'nickClaim.version'])
    .select(['store.name as storeName', 'store.platform', 'claimant.name as staffName'])
    .select('holder.name as holderName')
    .select(['decider.name as decidedByName', 'undoer.name as undoneByName'])
    .select([
      sql<boolean>`nick_claim.changed is not null`.as('hasChanged'),
      sql<boolean>`coalesce(${may}, false)`.as('mayDecide'),
      sql<boolean>`coalesce(${may} and nick_claim.status = 'confirmed' and nick_claim.changed is not null
        and nick_claim.decided_at >= ${since} and ${UNCHANGED_SINCE_CONFIRMED}, false)`.as('mayUndo'),
      sql<Date>`coalesce(nick_claim.undone_at, nick_claim.decided_at, 'infinity')`.as('place'),
    ])
    .where(claimScope(reader))
}

export type ClaimRow = Awaited<ReturnType<typeof getClaim>>

interface ClaimFilter {
  status?: ClaimStatus[] | undefined
  storeId?: number[] | undefined
  toDecide?: 'true' | undefined
}

/** A page of the claims within reach: pending ones, then those decided within `UNDO_DAYS`, newest first. */
export async function findClaims(db: Database, reader: ClaimReader, filter: ClaimFilter & PageInput) {
  const since = new Date(reader.now.getTime() - UNDO_DAYS * 86_400_000)
  let query = selectClaims(db, reader).where(
    sql<SqlBool>`(nick_claim.decided_at is null or coalesce(nick_claim.undone_at, nick_claim.decided_at) >= ${since})`,
  )
  if (filter.status) query = query.where('nickClaim.status', 'in', filter.status)
  if (filter.storeId) query = query.where('nickClaim.storeId', 'in', filter.storeId)
  if (filter.toDecide) query = query.where('nickClaim.status', '=', 'pending').where(decidableClaims(reader))
  return pageOf(query, filter, {
    columns: { createdAt: 'nickClaim.createdAt', id: 'nickClaim.id', place: 'place' },
    fallback: '-place',
    tieBreaker: 'nickClaim.id',
  })
}

/** Returns a claim within reach; throws NOT_FOUND. */
export async function getClaim(db: Database, reader: ClaimReader, id: number) {
  const row = await selectClaims(db, reader).where('nickClaim.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这条昵称认领')
  return row
}

/** The pending claim of a nick by a person. */
export async function findPendingClaim(
  db: Database,
  { storeId, nick, staffId }: { storeId: number; nick: string; staffId: number },
) {
  return db
    .selectFrom('nickClaim')
    .select(['id', 'fromOn', 'takesOver'])
    .where('storeId', '=', storeId)
    .where('nick', '=', nick)
    .where('staffId', '=', staffId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

/** Inserts a claim; returns its id. The caller has locked the store. */
export async function insertClaim(db: Database, row: Insertable<NickClaim>): Promise<number> {
  const { id } = await db.insertInto('nickClaim').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a claim. The caller has locked the store. */
export async function updateClaim(
  db: Database,
  id: number,
  changes: Updateable<NickClaim> & { updatedAt: Date; updatedBy: number },
): Promise<void> {
  await db.updateTable('nickClaim').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Deletes the claims of a store that is about to be deleted. */
export async function deleteClaims(db: Database, storeId: number): Promise<void> {
  await db.deleteFrom('nickClaim').where('storeId', '=', storeId).execute()
}

/**
 * The people to notify of a claim: the head of the team if active and allowed to confirm it, otherwise the company's
 * admins.
 */
export async function findConfirmers(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with claim as (
      select nick_claim.company_code,
        case when head.status = 'active' and not ${takesFromOthers(sql<number>`head.id`)} then head.id end as head_id
      from nick_claim join staff claimant on claimant.id = nick_claim.staff_id
        left join staff head on head.id = claimant.parent_id
      where nick_claim.id = ${id})
    select s.id from claim join staff s on case when claim.head_id is not null then s.id = claim.head_id
      else s.company_code = claim.company_code and s.role = ${ROLES.admin} and s.status = 'active' end
    order by s.id`.execute(db)
  return rows.map((row) => row.id)
}
