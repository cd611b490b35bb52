import { sql } from 'kysely'
import { termsOn } from '#clients/pricing/queries.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { tenureDays } from './rules.ts'

/** The fields of a churn record that its snapshot needs. */
interface Subject {
  id: number
  customerId: number
  storeId: number | null
  detectedOn: Day
  takenOver: boolean
}

/** Saves the snapshot as of the last day of service. A trigger rejects later changes. */
export async function takeSnapshot(db: Database, subject: Subject, stopOn: Day, at: Date): Promise<void> {
  const stores = await findLostStores(db, subject, stopOn)
  const ids = stores.map(({ id }) => id)
  const customer = await findCustomer(db, subject.customerId)
  const leader = await findLeader(db, ids)
  const firstDays = stores.map(({ firstOn }) => firstOn)
  if (subject.storeId === null) firstDays.push(customer.contractStartOn)
  await db
    .insertInto('churnSnapshot')
    .values({
      recordId: subject.id,
      takenAt: at,
      tenureDays: tenureDays(firstDays, stopOn),
      monthlyFeeCents: await findFee(db, ids, stopOn),
      ...(await findTotalsForSnapshot(db, subject, ids)),
      refundCents: await findRefund(db, ids, subject.detectedOn),
      ...{ ownerId: customer.ownerId, ownerName: customer.ownerName },
      ...{ leaderId: leader?.id ?? null, leaderName: leader?.name ?? null },
      agents: JSON.stringify(await findAgents(db, ids, stopOn)),
      stores: JSON.stringify(stores.map(({ id, name }) => ({ id, name }))),
    })
    .execute()
}

/**
 * Total revenue and unpaid amount; null for a loss before the company began to use Houtai, since there are no bills.
 */
async function findTotalsForSnapshot(
  db: Database,
  { takenOver, customerId, storeId }: Subject,
  storeIds: readonly number[],
) {
  if (takenOver) return { unpaidCents: null, revenueCents: null }
  return findAccountTotals(db, storeId === null ? { customerId } : { storeIds })
}

/** The store itself; for a customer, its live stores and those that stopped since the loss was detected. */
async function findLostStores(db: Database, subject: Subject, stopOn: Day) {
  const query = db
    .selectFrom('store')
    .select(['id', 'name', sql<Day | null>`least(trial_on, online_on)`.as('firstOn')])
    .orderBy('id')
  if (subject.storeId !== null) return query.where('id', '=', subject.storeId).execute()
  const since = subject.detectedOn < stopOn ? subject.detectedOn : stopOn
  return query
    .where('customerId', '=', subject.customerId)
    .where((eb) => eb.or([eb('status', '!=', 'stopped'), eb('stoppedOn', '>=', since)]))
    .execute()
}

async function findCustomer(db: Database, id: number) {
  return db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .select(['customer.contractStartOn', 'customer.ownerId', 'owner.name as ownerName'])
    .where('customer.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The leader of most of the stores. */
async function findLeader(db: Database, storeIds: readonly number[]) {
  return db
    .selectFrom('store')
    .innerJoin('staff as leader', 'leader.id', 'store.leaderId')
    .select(['leader.id', 'leader.name'])
    .where(sql<boolean>`store.id = any(${storeIds})`)
    .groupBy('leader.id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('leader.id')
    .executeTakeFirst()
}

/** The staff assigned to the stores on the day. */
async function findAgents(db: Database, storeIds: readonly number[], on: Day) {
  return db
    .selectFrom('storeAssignment')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select(['staff.id', 'staff.name'])
    .where(sql<boolean>`store_assignment.store_id = any(${storeIds})`)
    .where('storeAssignment.fromOn', '<=', on)
    .where((eb) => eb.or([eb('storeAssignment.toOn', 'is', null), eb('storeAssignment.toOn', '>=', on)]))
    .groupBy('staff.id')
    .orderBy('staff.id')
    .execute()
}

/** Sum of the stores' monthly fees by the terms of the day, in 分; null if no store has terms. */
async function findFee(db: Database, storeIds: readonly number[], on: Day): Promise<number | null> {
  const fees: number[] = []
  for (const id of storeIds) {
    const terms = await termsOn(db, id, on)
    if (terms) fees.push(monthlyFeeCents(terms.pricing, await findMeanVolume(db, id, on)))
  }
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0)
}

/** The number of days over which the volume of a store is averaged, to find its price tier. */
const VOLUME_DAYS = 30

async function findMeanVolume(db: Database, storeId: number, on: Day): Promise<number | null> {
  const { mean } = await db
    .selectFrom('storeDaily')
    .select(sql<number | null>`avg(coalesce(consult_users, consult_sessions, handled_users))`.as('mean'))
    .where('storeId', '=', storeId)
    .where('onDay', '>', addDays(on, -VOLUME_DAYS))
    .where('onDay', '<=', on)
    .executeTakeFirstOrThrow()
  return mean
}

/** Sum of the refund proposals of the stores, in 分; null if there are none. */
async function findRefund(db: Database, storeIds: readonly number[], since: Day): Promise<number | null> {
  const { total } = await db
    .selectFrom('billingProposal')
    .select(sql<number | null>`sum(amount_cents)::bigint`.as('total'))
    .where(sql<boolean>`store_id = any(${storeIds})`)
    .where('kind', '=', 'refund')
    .where('state', '!=', 'dropped')
    .where('toOn', '>=', since)
    .executeTakeFirstOrThrow()
  return total
}

/** All bills of a customer, or only the bills of some of its stores. */
type Debtor = { customerId: number } | { storeIds: readonly number[] }

/** The unpaid amount and the total revenue of the customer or the stores, in 分. */
async function findAccountTotals(
  db: Database,
  of: Debtor,
): Promise<{ unpaidCents: number; revenueCents: number }> {
  const billCondition =
    'customerId' in of
      ? sql<boolean>`bill.customer_id = ${of.customerId}`
      : sql<boolean>`bill.store_id = any(${of.storeIds})`
  const { rows } = await sql<{ unpaidCents: number; revenueCents: number }>`
    select coalesce(sum(bill.total_cents - bill.received_cents), 0)::bigint as unpaid_cents,
      coalesce(sum(bill.total_cents) filter (where is_revenue(bill.status, bill.kind, source.kind)), 0)::bigint as revenue_cents
    from customer_bill bill left join customer_bill source on source.id = bill.relates_to_id
    where ${billCondition} and bill.status not in ('draft', 'void')`.execute(db)
  return rows[0] ?? { unpaidCents: 0, revenueCents: 0 }
}
