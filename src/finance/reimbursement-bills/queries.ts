import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ReimbursementBill, ReimbursementPayout } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import type { ClaimStatus, Level } from './contract.ts'
import type { ItemCategory } from './contractItems.ts'
import { toDecide, toPay } from './reviewQueries.ts'

/** Condition for claims in the actor's scope: their own, and for admins and finance all of the company. */
export function claimScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canReportReimbursementBill', {
    company: 'reimbursementBill.companyCode',
    own: (staffId) => sql<SqlBool>`reimbursement_bill.staff_id = ${staffId}`,
  })
}

const COLUMNS = [
  ...(['reimbursementBill.id', 'reimbursementBill.companyCode', 'reimbursementBill.code'] as const),
  ...(['reimbursementBill.staffId', 'reimbursementBill.month', 'reimbursementBill.title'] as const),
  ...(['reimbursementBill.remark', 'reimbursementBill.status', 'reimbursementBill.totalCents'] as const),
  ...(['reimbursementBill.approvedCents', 'reimbursementBill.levels', 'reimbursementBill.round'] as const),
  ...(['reimbursementBill.payeeName', 'reimbursementBill.payeeBank'] as const),
  ...(['reimbursementBill.payeeCardEnd', 'reimbursementBill.note'] as const),
  ...(['reimbursementBill.submittedAt', 'reimbursementBill.decidedAt'] as const),
  ...(['reimbursementBill.paidOn', 'reimbursementBill.voucherNo'] as const),
  ...(['reimbursementBill.paidByApprover', 'reimbursementBill.createdAt'] as const),
  ...(['reimbursementBill.updatedAt', 'reimbursementBill.version'] as const),
] as const

/** Claims without the encrypted card, with names, counts, approvers and reviewers for display and rules. */
function selectClaims(db: Database) {
  return db
    .selectFrom('reimbursementBill')
    .innerJoin('staff as applicant', 'applicant.id', 'reimbursementBill.staffId')
    .leftJoin('staffName as decider', 'decider.id', 'reimbursementBill.decidedBy')
    .leftJoin('staffName as payer', 'payer.id', 'reimbursementBill.paidBy')
    .leftJoin('reimbursementPayoutClaim as part', (join) =>
      join.onRef('part.billId', '=', 'reimbursementBill.id').on('part.freed', '=', false),
    )
    .leftJoin('reimbursementPayout as payout', 'payout.id', 'part.payoutId')
    .leftJoin('staffName as taker', 'taker.id', 'payout.createdBy')
    .select(COLUMNS)
    .select(['applicant.name as staffName', 'applicant.status as staffStatus'])
    .select(['decider.name as decidedByName', 'payer.name as paidByName'])
    .select(['payout.id as payoutId', 'payout.code as payoutCode', 'payout.createdAt as payoutAt'])
    .select('taker.name as payoutByName')
    .select([
      sql<number>`(select count(*) from reimbursement_item i where i.bill_id = reimbursement_bill.id)`.as(
        'itemCount',
      ),
      sql<number>`(select count(*) from attachment a where a.bill_id = reimbursement_bill.id)`.as(
        'attachmentCount',
      ),
      sql<number[]>`array(select d.by_id from reimbursement_decision d where d.bill_id = reimbursement_bill.id
        and d.round = reimbursement_bill.round and d.verdict = 'approved')`.as('approverIds'),
      sql<number[]>`array(select r.id from staff r where r.company_code = reimbursement_bill.company_code
        and r.status = 'active' and r.role in (1, 4))`.as('reviewerIds'),
    ])
    .$narrowType<{ status: ClaimStatus; levels: Level[] }>()
}

export type ClaimRow = Awaited<ReturnType<typeof getClaim>>

export interface ClaimFilter {
  keyword?: string | undefined
  status?: (ClaimStatus | 'toDecide' | 'toPay')[] | undefined
  staffId?: number[] | undefined
  category?: ItemCategory[] | undefined
  month?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  mine?: 'true' | undefined
  companyCode?: string[] | undefined
}

const KEYWORD_COLUMNS = [
  'reimbursementBill.code',
  'reimbursementBill.title',
  'reimbursementBill.voucherNo',
  'applicant.name',
  'applicant.namePinyin',
  'payout.code',
]

function filtered(db: Database, actor: Actor, filter: ClaimFilter) {
  let query = selectClaims(db).where(claimScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.staffId) query = query.where('reimbursementBill.staffId', 'in', filter.staffId)
  if (filter.month) query = query.where('reimbursementBill.month', '=', filter.month)
  if (filter.mine) query = query.where('reimbursementBill.staffId', '=', actor.id)
  if (filter.companyCode) query = query.where('reimbursementBill.companyCode', 'in', filter.companyCode)
  const submittedOn = sql<Day>`(reimbursement_bill.submitted_at at time zone 'Asia/Shanghai')::date`
  if (filter.from) query = query.where(submittedOn, '>=', filter.from)
  if (filter.to) query = query.where(submittedOn, '<=', filter.to)
  if (filter.category) {
    const { category } = filter
    query = query.where(sql<SqlBool>`exists (select 1 from reimbursement_item i
      where i.bill_id = reimbursement_bill.id and i.category = any(${category}))`)
  }
  return query
}

const ORDER = {
  columns: {
    id: 'reimbursementBill.id',
    code: 'reimbursementBill.code',
    month: 'reimbursementBill.month',
    totalCents: 'reimbursementBill.totalCents',
    submittedAt: 'reimbursementBill.submittedAt',
  },
  fallback: '-id',
  tieBreaker: 'reimbursementBill.id',
}

/** Total of approved amounts; for claims without approval, of requested amounts. */
const CENTS = sql<number>`coalesce(sum(coalesce(reimbursement_bill.approved_cents,
  reimbursement_bill.total_cents)), 0)::bigint`

/** A page of claims in scope, with number and total by status and of the claims that the actor may decide or pay. */
export async function findClaims(db: Database, actor: Actor, on: Day, filter: ClaimFilter & PageInput) {
  const query = filtered(db, actor, filter)
  const pending = { toDecide: toDecide(actor, on), toPay: toPay(actor) }
  const byStatus = await query
    .clearSelect()
    .select(['reimbursementBill.status', sql<number>`count(*)`.as('count'), CENTS.as('cents')])
    .groupBy('reimbursementBill.status')
    .execute()
  const sums = Object.fromEntries(byStatus.map(({ status, ...sum }) => [status, sum]))
  for (const [key, condition] of Object.entries(pending)) {
    sums[key] = await sumOf(query.where(condition))
  }
  if (!filter.status) return { items: await pageItems(query, filter, ORDER), total: totalOf(byStatus), sums }
  const { status } = filter
  const stored = status.filter((one) => one !== 'toDecide' && one !== 'toPay')
  const listed = query.where((eb) =>
    eb.or([
      ...(stored.length > 0 ? [eb('reimbursementBill.status', 'in', stored)] : []),
      ...(status.includes('toDecide') ? [pending.toDecide] : []),
      ...(status.includes('toPay') ? [pending.toPay] : []),
    ]),
  )
  const { count: total } = await sumOf(listed)
  return { items: await pageItems(listed, filter, ORDER), total, sums }
}

const totalOf = (sums: readonly { count: number }[]) => sums.reduce((all, { count }) => all + count, 0)

async function sumOf(query: ReturnType<typeof filtered>): Promise<{ count: number; cents: number }> {
  return query
    .clearSelect()
    .select([sql<number>`count(*)`.as('count'), CENTS.as('cents')])
    .executeTakeFirstOrThrow()
}

/** Number of claims that the actor may decide or pay, and of the actor's returned claims; same as in the lists. */
export async function countClaims(db: Database, actor: Actor, on: Day) {
  const count = async (condition: Expression<SqlBool>) =>
    (await sumOf(filtered(db, actor, {}).where(condition))).count
  const returned = sql<SqlBool>`reimbursement_bill.status = 'returned' and reimbursement_bill.staff_id = ${actor.id}`
  return {
    toDecide: await count(toDecide(actor, on)),
    toPay: await count(toPay(actor)),
    ownReturned: await count(returned),
  }
}

/** Reads a claim in scope; throws NOT_FOUND. */
export async function getClaim(db: Database, actor: Actor, id: number) {
  const row = await selectClaims(db)
    .where('reimbursementBill.id', '=', id)
    .where(claimScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('这张报销单')
  return row
}

/** Like `getClaim`, but locks the row first, so that a concurrent decision waits and sees this one. */
export async function lockClaim(db: Database, actor: Actor, id: number) {
  await db.selectFrom('reimbursementBill').select('id').where('id', '=', id).forUpdate().execute()
  return getClaim(db, actor, id)
}

/** Claims in scope with the given ids, by id. */
export async function findClaimsById(db: Database, actor: Actor, ids: readonly number[]) {
  return selectClaims(db)
    .where('reimbursementBill.id', 'in', ids)
    .where(claimScope(actor))
    .orderBy('reimbursementBill.id')
    .execute()
}

/** Locks claims in ascending id order so that overlapping batches cannot deadlock. */
export async function lockClaims(db: Database, ids: readonly number[]): Promise<void> {
  const query = db.selectFrom('reimbursementBill').select('id').where('id', 'in', ids)
  await query.orderBy('id').forUpdate().execute()
}

/** The person's newest draft without any changes, items or files, locked; undefined if there is none. */
export async function lockUntouched(db: Database, staffId: number) {
  return db
    .selectFrom('reimbursementBill as claim')
    .select('claim.id')
    .where('claim.staffId', '=', staffId)
    .where('claim.status', '=', 'draft')
    .where('claim.remark', 'is', null)
    .whereRef('claim.updatedAt', '=', 'claim.createdAt')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reimbursementItem as item').select('item.id').whereRef('item.billId', '=', 'claim.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('attachment as file').select('file.id').whereRef('file.billId', '=', 'claim.id')),
      ),
    )
    .orderBy('claim.id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a claim and returns its id. */
export async function insertClaim(db: Database, row: Insertable<ReimbursementBill>): Promise<number> {
  const { id } = await db
    .insertInto('reimbursementBill')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a locked claim and increments its version. */
export async function updateClaim(db: Database, id: number, changes: Updateable<ReimbursementBill>) {
  await db.updateTable('reimbursementBill').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Ends stand-ins on a day and deletes those that start later; returns their previous values for the audit log. */
export async function endStandIns(db: Database, ids: readonly number[], on: Day) {
  const ended = await db.selectFrom('reimbursementStandIn').selectAll().where('id', 'in', ids).execute()
  await db.deleteFrom('reimbursementStandIn').where('id', 'in', ids).where('fromOn', '>', on).execute()
  await db.updateTable('reimbursementStandIn').set({ toOn: on }).where('id', 'in', ids).execute()
  return ended
}

/** Moves items to the customer into which theirs was merged. Items have no version, so 0 is returned. */
export async function moveItemsToCustomer(db: Database, ids: readonly number[], customerId: number) {
  if (ids.length === 0) return []
  const items = db.updateTable('reimbursementItem').set({ customerId }).where('id', 'in', ids)
  return (await items.returning('id').execute()).map(({ id }) => ({ id, version: 0 }))
}

/** Current bank details of a person. */
export async function findPayee(db: Database, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['name', 'payeeBank', 'payeeCard'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
}

/** Encrypted cards by claim id. */
export async function findSealedCards(db: Database, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('reimbursementBill')
    .select(['id', 'payeeCardSealed'])
    .where('id', 'in', ids)
    .where('payeeCardSealed', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, payeeCardSealed: card }) => (card ? [[id, card]] : [])))
}

/** Saves a payment file with its claims; a unique constraint rejects claims in another file. */
export async function insertPayout(
  db: Database,
  file: Insertable<ReimbursementPayout>,
  claims: readonly { billId: number; cents: number }[],
): Promise<void> {
  const { id: payoutId } = await db
    .insertInto('reimbursementPayout')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = claims.map((claim) => ({ ...claim, payoutId }))
  await db.insertInto('reimbursementPayoutClaim').values(rows).execute()
}

/** Reads and locks a payment file in scope; throws NOT_FOUND. */
export async function lockPayout(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('reimbursementPayout')
    .select(['code', 'droppedAt'])
    .where('id', '=', id)
    .where(scope(actor, 'canReviewReimbursementBill', { company: 'reimbursementPayout.companyCode' }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('付款文件')
  return row
}

/** Frees the unpaid claims of a payment file and returns them, by id. */
export async function freeClaims(db: Database, payoutId: number) {
  const unpaid = await db
    .selectFrom('reimbursementBill as bill')
    .innerJoin('reimbursementPayoutClaim as part', 'part.billId', 'bill.id')
    .select(['bill.id', 'bill.companyCode'])
    .where('part.payoutId', '=', payoutId)
    .where('bill.status', '<>', 'paid')
    .orderBy('bill.id')
    .forUpdate('bill')
    .execute()
  if (unpaid.length === 0) return []
  await db
    .updateTable('reimbursementPayoutClaim')
    .set({ freed: true })
    .where('payoutId', '=', payoutId)
    .where(
      'billId',
      'in',
      unpaid.map(({ id }) => id),
    )
    .execute()
  return unpaid
}

export async function markDropped(
  db: Database,
  id: number,
  dropped: { droppedAt: Date; droppedBy: number; droppedWhy: string },
): Promise<void> {
  await db.updateTable('reimbursementPayout').set(dropped).where('id', '=', id).execute()
}
