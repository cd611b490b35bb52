import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import { type Actor, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { ReimbursementDecision, ReimbursementStandIn } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { Level } from './contract.ts'
import type { ClaimRule } from './contractSettings.ts'
import { DEFAULT_RULE, levelOf, type Pools, type Reviewer } from './rules.ts'

/**
 * Claims that the actor is responsible for: those of their company; for admins of the headquarters also those of
 * companies without a reviewer other than the applicant.
 */
function isResponsible(actor: Actor): Expression<SqlBool> {
  const inOwnCompany = sql<SqlBool>`reimbursement_bill.company_code = ${actor.companyCode}`
  const reach = reachOf(actor, 'canReviewReimbursementBill')
  if (reach === null) return sql<SqlBool>`false`
  if (reach !== 'all') return inOwnCompany
  return sql<SqlBool>`(${inOwnCompany} or not exists (select 1 from staff r
    where r.company_code = reimbursement_bill.company_code and r.status = 'active' and r.role in (1, 4)
      and r.id <> reimbursement_bill.staff_id))`
}

/** Ids of the people who have approved a claim in its current round. */
const APPROVERS = sql`(select d.by_id from reimbursement_decision d where d.bill_id = reimbursement_bill.id
    and d.round = reimbursement_bill.round and d.verdict = 'approved')`

/** Claims that the actor may decide; same rule as `decisionCapacity`. */
export function toDecide(actor: Actor, on: Day): Expression<SqlBool> {
  return sql<SqlBool>`(reimbursement_bill.status = 'submitted' and reimbursement_bill.staff_id <> ${actor.id}
    and ${isResponsible(actor)} and ${actor.id} not in ${APPROVERS}
    and (reimbursement_bill.levels[1] = ${levelOf(actor.role)} or exists (
      select 1 from reimbursement_stand_in s join staff absent on absent.id = s.staff_id
      where s.stand_in_id = ${actor.id} and ${on} between s.from_on and s.to_on
        and absent.status = 'active' and absent.company_code = reimbursement_bill.company_code
        and absent.id <> reimbursement_bill.staff_id
        and case absent.role when 4 then 'finance' when 1 then 'admin' end = reimbursement_bill.levels[1])))`
}

/** Claims that the actor may pay; same rule as `paymentCapacity`. */
export function toPay(actor: Actor): Expression<SqlBool> {
  return sql<SqlBool>`(reimbursement_bill.status = 'approved' and reimbursement_bill.staff_id <> ${actor.id}
    and ${isResponsible(actor)}
    and (${actor.id} not in ${APPROVERS} or not exists (select 1 from staff r
      where r.company_code = reimbursement_bill.company_code and r.status = 'active' and r.role in (1, 4)
        and r.id <> reimbursement_bill.staff_id and r.id not in ${APPROVERS})))`
}

/** The actor with the reviewers for whom they stand in on the day. */
export async function findReviewer(db: Database, actor: Actor, on: Day): Promise<Reviewer> {
  const rows = await db
    .selectFrom('reimbursementStandIn as s')
    .innerJoin('staff as absent', 'absent.id', 's.staffId')
    .select(['absent.id as staffId', 'absent.companyCode', 'absent.role'])
    .where('s.standInId', '=', actor.id)
    .where('s.fromOn', '<=', on)
    .where('s.toOn', '>=', on)
    .where('absent.status', '=', 'active')
    .orderBy('s.id')
    .execute()
  const standsInFor = rows.flatMap(({ staffId, companyCode, role }) => {
    const level = levelOf(role)
    return level ? [{ staffId, companyCode, level }] : []
  })
  return { actor, standsInFor }
}

/** Number of active people who could decide on a claim of the applicant, by level and at the headquarters. */
export async function countPools(db: Database, companyCode: string, applicantId: number): Promise<Pools> {
  const rows = await db
    .selectFrom('staff')
    .select(['role', sql<number>`count(*)`.as('count')])
    .where('status', '=', 'active')
    .where('role', 'in', [ROLES.admin, ROLES.finance])
    .where('companyCode', '=', companyCode)
    .where('id', '!=', applicantId)
    .groupBy('role')
    .execute()
  const count = (role: number) => rows.find((row) => row.role === role)?.count ?? 0
  // Counted without reading rows of the headquarters, which another company does not reach.
  const { rows: counts } = await sql<{ count: number }>`
    select count_headquarters_admins(${applicantId}) as count`.execute(db)
  return {
    finance: count(ROLES.finance),
    admin: count(ROLES.admin),
    headquarters: counts[0]?.count ?? 0,
  }
}

/** Ids of the company's active reviewers of a level, except one person. */
export async function findReviewersOfLevel(db: Database, companyCode: string, level: Level, but: number) {
  const role = level === 'admin' ? ROLES.admin : ROLES.finance
  const people = db.selectFrom('staff').select('id').where('companyCode', '=', companyCode)
  const found = await people
    .where('role', '=', role)
    .where('status', '=', 'active')
    .where('id', '!=', but)
    .execute()
  return found.map(({ id }) => id)
}

/** The company's amounts; the defaults if none were saved. */
export async function findRule(db: Database, companyCode: string): Promise<ClaimRule> {
  const row = await db
    .selectFrom('reimbursementRule')
    .select(['adminFromCents', 'itemLimitCents', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? DEFAULT_RULE
}

/** Saves the amounts if `version` is current (0: none saved yet); returns undefined otherwise. */
export async function putRule(
  db: Database,
  row: { companyCode: string; updatedAt: Date; updatedBy: number } & Omit<ClaimRule, 'version'>,
  version: number,
): Promise<ClaimRule | undefined> {
  const { companyCode, ...changes } = row
  if (version === 0) {
    return db
      .insertInto('reimbursementRule')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['adminFromCents', 'itemLimitCents', 'version'])
      .executeTakeFirst()
  }
  return db
    .updateTable('reimbursementRule')
    .set(changes)
    .set(nextVersion)
    .where('companyCode', '=', companyCode)
    .where('version', '=', version)
    .returning(['adminFromCents', 'itemLimitCents', 'version'])
    .executeTakeFirst()
}

/** Inserts a decision; unique constraints allow one per level and one per person in a round. */
export async function insertDecision(db: Database, row: Insertable<ReimbursementDecision>): Promise<void> {
  await db.insertInto('reimbursementDecision').values(row).execute()
}

/** Decisions on a claim, oldest first. */
export async function findDecisions(db: Database, billId: number) {
  return db
    .selectFrom('reimbursementDecision as d')
    .innerJoin('staffName as by', 'by.id', 'd.byId')
    .leftJoin('staffName as absent', 'absent.id', 'd.forId')
    .select(['d.id', 'd.round', 'd.level', 'd.verdict', 'd.approvedCents', 'd.note', 'd.at'])
    .select(['by.name as byName', 'absent.name as forName'])
    .where('d.billId', '=', billId)
    .orderBy('d.id')
    .execute()
}

function selectStandIns(db: Database) {
  return db
    .selectFrom('reimbursementStandIn as s')
    .innerJoin('staff as absent', 'absent.id', 's.staffId')
    .innerJoin('staff as other', 'other.id', 's.standInId')
    .select(['s.id', 's.staffId', 's.standInId', 's.fromOn', 's.toOn'])
    .select(['absent.name as staffName', 'other.name as standInName'])
}

/** Current and future stand-ins of or by a person, earliest first. */
export async function findStandIns(db: Database, staffId: number, on: Day) {
  return selectStandIns(db)
    .where((eb) => eb.or([eb('s.staffId', '=', staffId), eb('s.standInId', '=', staffId)]))
    .where('s.toOn', '>=', on)
    .orderBy('s.fromOn')
    .orderBy('s.id')
    .execute()
}

/** Inserts a stand-in and returns it with names. */
export async function insertStandIn(db: Database, row: Insertable<ReimbursementStandIn>) {
  const { id } = await db
    .insertInto('reimbursementStandIn')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return selectStandIns(db).where('s.id', '=', id).executeTakeFirstOrThrow()
}

/** Deletes a stand-in of the person; throws NOT_FOUND. */
export async function deleteStandIn(db: Database, staffId: number, id: number) {
  const deleted = await db
    .deleteFrom('reimbursementStandIn')
    .where('id', '=', id)
    .where('staffId', '=', staffId)
    .returning(['standInId', 'fromOn', 'toOn'])
    .executeTakeFirst()
  if (!deleted) throw notFound('代审安排')
  return deleted
}

/** Active reviewers of a company, except one person. */
export async function findReviewers(db: Database, companyCode: string, but: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('companyCode', '=', companyCode)
    .where('role', 'in', [ROLES.admin, ROLES.finance])
    .where('status', '=', 'active')
    .where('id', '!=', but)
    .orderBy('namePinyin')
    .execute()
}
