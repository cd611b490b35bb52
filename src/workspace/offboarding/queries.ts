import { sql } from 'kysely'
import { findHandledRecords } from '#clients/churn-records/queries.ts'
import { findOpenFollowUps } from '#clients/follow-ups/queries.ts'
import { findNicksOf, findOpenClaims } from '#clients/stores/nicks/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { HandoverItem } from './contract.ts'
import { toHandoverItem } from './handoverItem.ts'
import { findDuties } from './queriesOfDuties.ts'

/** All items of a person that are not over on a day, by kind. They must be handed over before the person leaves. */
export async function findHandover(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  const nicks = await findNicksOf(db, staffId, on)
  const claims = await findOpenClaims(db, staffId)
  const followUps = await findOpenFollowUps(db, staffId)
  const records = await findHandledRecords(db, staffId)
  return [
    ...(await findAssigned(db, staffId, on)),
    ...nicks.map((row) =>
      toHandoverItem(
        'nick',
        { id: row.id, name: row.storeName, recordId: row.storeId },
        { nick: row.nick, day: row.fromOn, until: row.toOn },
      ),
    ),
    ...claims.map(({ id, storeName: name, storeId: recordId, nick, fromOn: day }) =>
      toHandoverItem('nickClaim', { id, name, recordId }, { nick, day }),
    ),
    ...(await findOwned(db, staffId)),
    ...followUps.map((row) =>
      toHandoverItem(
        'followUp',
        { id: row.id, name: row.customerName, recordId: row.customerId },
        { day: row.dueOn, text: row.text },
      ),
    ),
    ...records.map((row) => toHandoverItem('churnRecord', row, { day: row.detectedOn })),
    ...(await findDuties(db, staffId, on)),
    ...(await findPreviews(db, staffId)),
  ]
}

async function findAssigned(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('storeAssignment as a')
    .innerJoin('store', 'store.id', 'a.storeId')
    .select(['a.id', 'store.name', 'a.storeId', 'a.shift', 'a.duty', 'a.fromOn', 'a.toOn'])
    .where('a.staffId', '=', staffId)
    .where((eb) => eb.or([eb('a.toOn', 'is', null), eb('a.toOn', '>=', on)]))
    .orderBy('store.namePinyin')
    .orderBy('a.id')
    .execute()
  return rows.map(({ id, name, storeId, shift, duty, fromOn, toOn }) =>
    toHandoverItem('assignment', { id, name, recordId: storeId }, { shift, duty, day: fromOn, until: toOn }),
  )
}

/** The customers owned, the stores led and the team members. */
async function findOwned(db: Database, staffId: number): Promise<HandoverItem[]> {
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('ownerId', '=', staffId)
    .where('mergedIntoId', 'is', null)
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('leaderId', '=', staffId)
    .where('status', '!=', 'stopped')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('parentId', '=', staffId)
    .where('status', '!=', 'left')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  return [
    ...customers.map((row) => toHandoverItem('customer', row)),
    ...stores.map((row) => toHandoverItem('store', row)),
    ...members.map((row) => toHandoverItem('member', row)),
  ]
}

async function findPreviews(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('importBatch')
    .select(['id', 'fileName as name', sql<Day>`(created_at at time zone 'Asia/Shanghai')::date`.as('day')])
    .where('createdBy', '=', staffId)
    .where('status', '=', 'preview')
    .orderBy('id')
    .execute()
  return rows.map(({ day, ...row }) => toHandoverItem('import', row, { day }))
}

/**
 * Locks the stores that a person serves, leads, has nicks at or claims nicks of. Assignments lock the store before the
 * person; a handover that locked the person first could deadlock with them.
 */
export async function lockStoresOf(db: Database, staffId: number): Promise<void> {
  await db
    .selectFrom('store')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('leaderId', '=', staffId),
        eb('id', 'in', eb.selectFrom('storeAssignment').select('storeId').where('staffId', '=', staffId)),
        eb('id', 'in', eb.selectFrom('agentAccount').select('storeId').where('staffId', '=', staffId)),
        eb('id', 'in', eb.selectFrom('nickClaim').select('storeId').where('staffId', '=', staffId)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The fields of the person who takes over; share lock until the transaction ends. */
export async function findRecipient(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'companyCode', 'parentId', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The active head of a store; undefined if there is none or it is the leaver. */
export async function findActiveLeader(
  db: Database,
  storeId: number,
  leaverId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('store')
    .innerJoin('staff as leader', 'leader.id', 'store.leaderId')
    .select('leader.id')
    .where('store.id', '=', storeId)
    .where('leader.status', '=', 'active')
    .where('leader.id', '!=', leaverId)
    .executeTakeFirst()
  return row?.id
}
