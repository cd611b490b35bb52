import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { ChurnReason, ChurnStatus, ChurnSubject } from '#clients/churn-records/contract.ts'
import { TENURE_BOUNDS } from '#clients/churn-records/rules.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { ChurnMeasure } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

/** The fields of a person that `assertHandler` checks; share lock. */
export async function findHandler(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The retention actions of a record, newest first. */
export async function findRetentionActions(db: Database, recordId: number) {
  return db
    .selectFrom('churnMeasure')
    .innerJoin('staff', 'staff.id', 'churnMeasure.staffId')
    .selectAll('churnMeasure')
    .select('staff.name as staffName')
    .where('recordId', '=', recordId)
    .orderBy('onDay', 'desc')
    .orderBy('churnMeasure.id', 'desc')
    .execute()
}

export async function insertRetentionAction(db: Database, row: Insertable<ChurnMeasure>) {
  return db.insertInto('churnMeasure').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Locks a retention action of a record; throws NOT_FOUND. */
export async function lockRetentionAction(db: Database, recordId: number, id: number) {
  const row = await db
    .selectFrom('churnMeasure')
    .selectAll()
    .where('recordId', '=', recordId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条措施')
  return row
}

/** Updates the outcome of a retention action; returns the row. */
export async function updateRetentionAction(
  db: Database,
  id: number,
  changes: Pick<Updateable<ChurnMeasure>, 'outcome' | 'result' | 'updatedAt' | 'updatedBy'>,
) {
  return db
    .updateTable('churnMeasure')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the customer id of a store within reach; throws NOT_FOUND. */
export async function getStoreCustomer(
  db: Database,
  reach: Expression<SqlBool>,
  storeId: number,
): Promise<number> {
  const row = await db
    .selectFrom('store')
    .select('customerId')
    .where('id', '=', storeId)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row.customerId
}

/** Throws NOT_FOUND unless the actor may read the record. */
export async function assertReachesRecord(db: Database, actor: Actor, id: number, on: Day): Promise<void> {
  await getRecord(db, { actor, on }, 'canReadCustomer', id)
}

/** Confirmed losses, including those won back since. */
const LOST = sql`churn_record.status in ('churned', 'won_back')`

const count = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`

const countByStatus = (status: string) => count(sql`churn_record.status = ${status}`)

/** Sum of the monthly fees at confirmation of records in state 已流失, in 分. */
const lostFee = sql<number>`coalesce(sum(monthly_fee_cents) filter (where churn_record.status = 'churned'), 0)::bigint`

/** The filtered records within reach, in any status. */
function recordsOf(db: Database, reader: Reader, filter: RecordFilter) {
  return joinedRecords(db).where(recordScope(reader, 'canReadCustomer')).where(recordFilter(filter))
}

/** Counts by status, lost fees, and the median tenure of the confirmed losses. */
export async function findFigures(db: Database, reader: Reader, filter: RecordFilter) {
  return recordsOf(db, reader, filter)
    .select([
      countByStatus('retaining').as('retaining'),
      countByStatus('churned').as('churned'),
      countByStatus('won_back').as('wonBack'),
      countByStatus('cancelled').as('cancelled'),
      lostFee.as('cents'),
      count(sql`churn_record.status = 'churned' and monthly_fee_cents is not null`).as('known'),
      sql<number | null>`percentile_disc(0.5) within group (order by tenure_days) filter (where ${LOST})`.as(
        'medianTenureDays',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts per month of detection and reason, without 已撤销. */
export async function findReasons(db: Database, reader: Reader, filter: RecordFilter) {
  return recordsOf(db, reader, filter)
    .select([
      sql<string>`to_char(churn_record.detected_on, 'YYYY-MM')`.as('month'),
      'churnRecord.reason',
      sql<number>`count(*)`.as('count'),
    ])
    .where('churnRecord.status', '!=', 'cancelled')
    .groupBy([sql`1`, 'churnRecord.reason'])
    .orderBy(sql`1`)
    .execute()
}

/** Counts of losses per tenure class, by index in `TENURE_BOUNDS`; one more index for longer tenures. */
export async function findTenures(db: Database, reader: Reader, filter: RecordFilter) {
  return recordsOf(db, reader, filter)
    .select([
      sql<number>`width_bucket(tenure_days - 1, ${sql.lit(`{${TENURE_BOUNDS.join(',')}}`)}::int[])`.as(
        'place',
      ),
      sql<number>`count(*)`.as('count'),
    ])
    .where(sql<boolean>`${LOST}`)
    .groupBy(sql`1`)
    .execute()
}

/** Counts by person in charge: the owner of the customer, or the leader of the store. */
export async function findPeople(db: Database, reader: Reader, filter: RecordFilter, by: 'owner' | 'leader') {
  const [id, name] = by === 'owner' ? [ownerId, ownerName] : [leaderId, leaderName]
  return recordsOf(db, reader, filter)
    .select([
      sql<number>`${id}`.as('id'),
      sql<string>`max(${name})`.as('name'),
      count(LOST).as('lost'),
      countByStatus('won_back').as('wonBack'),
      countByStatus('retaining').as('retaining'),
      lostFee.as('lostFeeCents'),
    ])
    .where(sql<boolean>`${id} is not null`)
    .where('churnRecord.status', '!=', 'cancelled')
    .groupBy(sql`1`)
    .orderBy('lost', 'desc')
    .orderBy(sql`1`)
    .execute()
}

/** The reader, and the day for which the reach is checked. */
export interface Reader {
  actor: Actor
  on: Day
}

/**
 * SQL condition: the records within the reach of a permission. Sales: records of their own customers. A head: records
 * of stores that the head leads or that the team served on the last day, and of the customers of such stores, even
 * after all service has stopped.
 */
export function recordScope({ actor, on }: Reader, permission: Permission): Expression<SqlBool> {
  const lastOn = sql<Day>`least(coalesce(churn_record.stop_on, ${on}::date), ${on}::date)`
  return scope(actor, permission, {
    company: 'churnRecord.companyCode',
    team: (headId) => sql<SqlBool>`exists (
      select 1 from store s where s.customer_id = churn_record.customer_id
        and (churn_record.store_id is null or s.id = churn_record.store_id)
        and (s.leader_id = ${headId} or exists (
          select 1 from store_assignment a join staff member on member.id = a.staff_id
            where a.store_id = s.id and (member.parent_id = ${headId} or member.id = ${headId})
              and a.from_on <= ${lastOn} and (a.to_on is null or a.to_on >= ${lastOn}))))`,
    own: (staffId) => sql<SqlBool>`customer.owner_id = ${staffId}`,
  })
}

/** The records joined with customer, store, people and snapshot. */
export function joinedRecords(db: Database) {
  return db
    .selectFrom('churnRecord')
    .innerJoin('customer', 'customer.id', 'churnRecord.customerId')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .innerJoin('staff as handler', 'handler.id', 'churnRecord.handlerId')
    .leftJoin('store', 'store.id', 'churnRecord.storeId')
    .leftJoin('staff as leader', 'leader.id', 'store.leaderId')
    .leftJoin('churnSnapshot', 'churnSnapshot.recordId', 'churnRecord.id')
}

/** The owner of the customer: from the snapshot if there is one, otherwise current. */
export const ownerId = sql<number>`coalesce(churn_snapshot.owner_id, customer.owner_id)`
export const ownerName = sql<string>`coalesce(churn_snapshot.owner_name, owner.name)`
/** The leader of the store: from the snapshot if there is one, otherwise current. */
export const leaderId = sql<number | null>`coalesce(churn_snapshot.leader_id, store.leader_id)`
export const leaderName = sql<string | null>`coalesce(churn_snapshot.leader_name, leader.name)`

function selectRecords(db: Database, { actor, on }: Reader) {
  return joinedRecords(db)
    .leftJoin('staffName as creator', 'creator.id', 'churnRecord.createdBy')
    .leftJoin('staffName as editor', 'editor.id', 'churnRecord.updatedBy')
    .selectAll('churnRecord')
    .select([
      'customer.name as customerName',
      'customer.status as customerStatus',
      'store.name as storeName',
      'store.platform',
      'handler.name as handlerName',
      'creator.name as createdByName',
      'editor.name as updatedByName',
      'churnSnapshot.tenureDays',
      'churnSnapshot.monthlyFeeCents',
      'churnSnapshot.unpaidCents',
      ownerId.as('ownerId'),
      ownerName.as('ownerName'),
      leaderName.as('leaderName'),
      sql<boolean>`${customerScope(actor, 'canReadCustomer', on)}`.as('customerReadable'),
      sql<boolean>`(store.id is not null and ${readableStores(actor, on)})`.as('storeReadable'),
    ])
    .select((eb) =>
      eb
        .selectFrom('churnMeasure')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('churnMeasure.recordId', '=', 'churnRecord.id')
        .$asScalar()
        .$notNull()
        .as('measureCount'),
    )
}

export interface RecordFilter {
  subject?: ChurnSubject | undefined
  keyword?: string | undefined
  reason?: ChurnReason[] | undefined
  ownerId?: number[] | undefined
  leaderId?: number[] | undefined
  handlerId?: number[] | undefined
  customerId?: number[] | undefined
  storeId?: number[] | undefined
  from?: Day | undefined
  to?: Day | undefined
  companyCode?: string[] | undefined
}

const KEYWORD_COLUMNS = ['customer.name', 'customer.namePinyin', 'customer.code', 'store.name', 'store.code']

/** All filters except the status as one SQL condition over `joinedRecords`. */
export function recordFilter(filter: RecordFilter): Expression<SqlBool> {
  const tests: Expression<SqlBool>[] = [keywordIn(filter.keyword, [...KEYWORD_COLUMNS, 'store.namePinyin'])]
  const among = (column: Expression<unknown>, values: readonly unknown[] | undefined) => {
    if (values) tests.push(sql<SqlBool>`${column} = any(${values})`)
  }
  if (filter.subject) tests.push(sql<SqlBool>`churn_record.subject = ${filter.subject}`)
  if (filter.from) tests.push(sql<SqlBool>`churn_record.detected_on >= ${filter.from}`)
  if (filter.to) tests.push(sql<SqlBool>`churn_record.detected_on <= ${filter.to}`)
  among(sql.ref('churnRecord.reason'), filter.reason)
  among(ownerId, filter.ownerId)
  among(leaderId, filter.leaderId)
  among(sql.ref('churnRecord.handlerId'), filter.handlerId)
  among(sql.ref('churnRecord.customerId'), filter.customerId)
  among(sql.ref('churnRecord.storeId'), filter.storeId)
  among(sql.ref('churnRecord.companyCode'), filter.companyCode)
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

const ORDER = {
  columns: {
    id: 'churnRecord.id',
    detectedOn: 'churnRecord.detectedOn',
    stopOn: 'churnRecord.stopOn',
    confirmedOn: 'churnRecord.confirmedOn',
  },
  fallback: '-detectedOn',
  tieBreaker: 'churnRecord.id',
}

/** A page of the records within reach, and their number by status under the same other filters. */
export async function findRecords(
  db: Database,
  reader: Reader,
  filter: RecordFilter & { status?: ChurnStatus[] | undefined } & PageInput,
) {
  let query = selectRecords(db, reader)
    .where(recordScope(reader, 'canReadCustomer'))
    .where(recordFilter(filter))
  const counts = await query
    .clearSelect()
    .select(['churnRecord.status', sql<number>`count(*)`.as('count')])
    .groupBy('churnRecord.status')
    .execute()
  if (filter.status) query = query.where('churnRecord.status', 'in', filter.status)
  return { items: await pageItems(query, filter, ORDER), ...sizesOf(counts, filter.status) }
}

/** Returns a record within the reach of the permission, in list format; throws NOT_FOUND. */
export async function getRecord(db: Database, reader: Reader, permission: Permission, id: number) {
  const row = await selectRecords(db, reader)
    .where('churnRecord.id', '=', id)
    .where(recordScope(reader, permission))
    .executeTakeFirst()
  if (!row) throw notFound('这条流失记录')
  return row
}

/** The snapshot of a record; undefined until the loss is confirmed. */
export async function findSnapshot(db: Database, recordId: number) {
  return db.selectFrom('churnSnapshot').selectAll().where('recordId', '=', recordId).executeTakeFirst()
}

/** The store of a record, or the customer's stores, within reach, with their current status. */
export async function findStoresOf(
  db: Database,
  record: { customerId: number; storeId: number | null },
  reach: Expression<SqlBool>,
) {
  const query = db
    .selectFrom('store')
    .select(['store.id', 'store.name', 'store.status', 'store.stoppedOn'])
    .where(reach)
    .orderBy('store.id')
  return record.storeId === null
    ? query.where('store.customerId', '=', record.customerId).execute()
    : query.where('store.id', '=', record.storeId).execute()
}

/** The number of stores of a customer that are not stopped. */
export async function countLiveStores(db: Database, customerId: number): Promise<number> {
  const { n } = await db
    .selectFrom('store')
    .select(sql<number>`count(*)`.as('n'))
    .where('customerId', '=', customerId)
    .where('status', '!=', 'stopped')
    .executeTakeFirstOrThrow()
  return n
}
