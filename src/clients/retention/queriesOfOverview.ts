import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { TENURES } from '#clients/churn-records/rules.ts'
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

/** Confirmed, whether or not it came back since. */
const LOST = sql`churn_record.status in ('churned', 'won_back')`

const count = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`

const standing = (status: string) => count(sql`churn_record.status = ${status}`)

/** The fees at confirmation of the records that are 已流失 and not back. */
const lostFee = sql<number>`coalesce(sum(monthly_fee_cents) filter (where churn_record.status = 'churned'), 0)::bigint`

/** The records within reach under the filters, whatever their status. */
function recordsOf(db: Database, reader: Reader, filter: RecordFilter) {
  return joinedRecords(db).where(recordScope(reader, 'canReadCustomer')).where(recordFilter(filter))
}

/** How many there are by status, what they paid, and how long half of the lost ones stayed. */
export async function findFigures(db: Database, reader: Reader, filter: RecordFilter) {
  return recordsOf(db, reader, filter)
    .select([
      standing('retaining').as('retaining'),
      standing('churned').as('churned'),
      standing('won_back').as('wonBack'),
      standing('cancelled').as('cancelled'),
      lostFee.as('cents'),
      count(sql`churn_record.status = 'churned' and monthly_fee_cents is not null`).as('known'),
      sql<number | null>`percentile_disc(0.5) within group (order by tenure_days) filter (where ${LOST})`.as(
        'medianTenureDays',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** How many were detected per month and reason; those withdrawn do not count. */
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

/** How many were lost per class of tenure, by the place of the class in `TENURES`; beyond the last is one more. */
export async function findTenures(db: Database, reader: Reader, filter: RecordFilter) {
  return recordsOf(db, reader, filter)
    .select([
      sql<number>`width_bucket(tenure_days - 1, ${sql.lit(`{${TENURES.join(',')}}`)}::int[])`.as('place'),
      sql<number>`count(*)`.as('count'),
    ])
    .where(sql<boolean>`${LOST}`)
    .groupBy(sql`1`)
    .execute()
}

/** Counts by the person who was in charge: the owner of the customer, or the head of the store's team. */
export async function findPeople(db: Database, reader: Reader, filter: RecordFilter, by: 'owner' | 'leader') {
  const [id, name] = by === 'owner' ? [ownerId, ownerName] : [leaderId, leaderName]
  return recordsOf(db, reader, filter)
    .select([
      sql<number>`${id}`.as('id'),
      sql<string>`max(${name})`.as('name'),
      count(LOST).as('lost'),
      standing('won_back').as('wonBack'),
      standing('retaining').as('retaining'),
      lostFee.as('lostFeeCents'),
    ])
    .where(sql<boolean>`${id} is not null`)
    .where('churnRecord.status', '!=', 'cancelled')
    .groupBy(sql`1`)
    .orderBy('lost', 'desc')
    .orderBy(sql`1`)
    .execute()
}
