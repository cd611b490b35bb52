import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { TENURE_BOUNDS } from '#clients/churn-records/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Reader, RecordFilter } from './queriesOfList.ts'
import {
  joinedRecords,
  leaderId,
  leaderName,
  ownerId,
  ownerName,
  recordFilter,
  recordScope,
} from './queriesOfList.ts'

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

/** Counts of losses per tenure class, by index in `TENURES`; one more index for longer tenures. */
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
