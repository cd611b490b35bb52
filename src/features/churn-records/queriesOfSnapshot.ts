import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { tenureDays } from './rules.ts'

/** What a record says about whom it is about. */
interface Subject {
  id: number
  customerId: number
  storeId: number | null
  detectedOn: Day
}

/** Keeps how things stand on the last day of service. Nothing changes it afterwards: the table refuses. */
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
      ...{ ownerId: customer.ownerId, ownerName: customer.ownerName },
      ...{ leaderId: leader?.id ?? null, leaderName: leader?.name ?? null },
      agents: JSON.stringify(await findAgents(db, ids, stopOn)),
      stores: JSON.stringify(stores.map(({ id, name }) => ({ id, name }))),
    })
    .execute()
}

/** The store itself; of a customer those still live, and those that stopped since the loss was seen coming. */
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

/** Who led the stores, or most of them. */
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

/** Who served the stores on the day. */
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
