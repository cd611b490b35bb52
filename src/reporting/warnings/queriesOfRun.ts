import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { sundayOf } from './weeks.ts'

/** Locks the runs of a company until the transaction ends, so that a concurrent run waits and sees the results. */
export async function lockRuns(db: Database, companyCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`weekly warnings ${companyCode}`}, 0))`.execute(
    db,
  )
}

/** The customers within reach that have a store which was on trial or in service by the end of the week. */
export async function findServedCustomers(
  db: Database,
  { companyCode, weekOn, reach }: { companyCode: string; weekOn: Day; reach: Expression<SqlBool> },
): Promise<number[]> {
  const rows = await db
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.companyCode', '=', companyCode)
    .where('customer.mergedIntoId', 'is', null)
    .where(reach)
    .where(
      sql<SqlBool>`exists (select 1 from store join store_state s on s.store_id = store.id
        where store.customer_id = customer.id and s.status in ('trial', 'serving')
          and s.from_on <= ${sundayOf(weekOn)})`,
    )
    .orderBy('customer.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks and returns the warnings that a run of the week may change: those of the week, and open earlier ones. */
export async function findTouched(db: Database, customerIds: readonly number[], weekOn: Day) {
  return db
    .selectFrom('warning')
    .select(['id', 'customerId', 'weekOn', 'kind', 'level', 'value', 'status'])
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::int[])`)
    .where('weekOn', '<=', weekOn)
    .where((eb) => eb.or([eb('weekOn', '=', weekOn), eb('status', 'in', ['pending', 'handling'])]))
    .orderBy('id')
    .forUpdate()
    .execute()
}
