import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import { halfUpSql } from '#kit/moneySql.ts'
import { findInactiveSpans } from '#operations/attendance/queries.ts'
import { agentSalesSql, daysOf, type OfMonth } from './factQueries.ts'

/** A person's earnings from a store in a month, in 分. */
export interface ShareSum {
  storeId: number
  staffId: number
  salaryCents: number
  commissionCents: number
}

/**
 * SQL for `store_id, staff_id, salary_cents, commission_cents`: same sums as `storeSalaries` and `commissionOf`,
 * without the days (`sumsOfMonth.test.ts` compares them). Salaries of a store are rounded as a running sum by person: a
 * person's part is the rounded sum up to the person minus the rounded sum before.
 */
async function shareSums(db: Database, of: OfMonth) {
  const { companyCode } = of
  const { first, last } = daysOf(of.month)
  const away = [...(await findInactiveSpans(db, { companyCode, from: first, to: last }))].flatMap(
    ([staffId, spans]) => spans.map((span) => ({ staffId, ...span })),
  )
  const denominator = sql`(100 * ${Number(lastDayOf(of.month).slice(8))}::bigint)`
  const clipped = sql`greatest(from_on, ${first}::date) as from_on`
  const until = sql`- 1, ${last}::date), ${last}::date) as to_on`
  return sql`
    with away as (select * from unnest(${away.map(({ staffId }) => staffId)}::int[],
        ${away.map(({ fromOn }) => fromOn)}::date[], ${away.map(({ toOn }) => toOn)}::date[])
        as away (staff_id, from_on, to_on)),
      duty as (select store_id, staff_id, share_percent, ${clipped}, least(to_on, ${last}::date) as to_on
        from store_assignment where company_code = ${companyCode} and share_percent > 0
          and from_on <= ${last} and (to_on is null or to_on >= ${first})),
      state as (select store_id, status, ${clipped},
          least(coalesce(lead(from_on) over (partition by store_id order by from_on, id) ${until}
        from store_state where from_on <= ${last}),
      terms as (select store_id, store_salary_cents, ${clipped},
          least(coalesce(lead(from_on) over (partition by store_id order by from_on) ${until}
        from store_terms where replaced_at is null and from_on <= ${last}),
      line as materialized (select duty.store_id, duty.staff_id, store_salary_cents * duty.share_percent as cents,
          greatest(duty.from_on, state.from_on, terms.from_on) as from_on,
          least(duty.to_on, state.to_on, terms.to_on) as to_on
        from duty join state on state.store_id = duty.store_id and state.status = 'serving'
          join terms on terms.store_id = duty.store_id and terms.store_salary_cents > 0
        where greatest(duty.from_on, state.from_on, terms.from_on) <= least(duty.to_on, state.to_on, terms.to_on)),
      days as (select store_id, staff_id, cents, 1 + to_on - from_on as days from line
        union all
        select store_id, line.staff_id, cents,
          -(1 + least(line.to_on, away.to_on) - greatest(line.from_on, away.from_on))
        from line join away on away.staff_id = line.staff_id
          and away.from_on <= line.to_on and away.to_on >= line.from_on),
      part as (select store_id, staff_id, sum(cents * days)::bigint as own,
          sum(sum(cents * days)) over (partition by store_id order by staff_id)::bigint as up_to
        from days group by store_id, staff_id having sum(days) > 0),
      salary as (select store_id, staff_id,
          ${halfUpSql(sql`up_to`, denominator)} - ${halfUpSql(sql`(up_to - own)`, denominator)} as salary_cents
        from part),
      commission as (select store_id, staff_id,
          sum(${halfUpSql(sql`sales_cents * rate_bp`, sql`10000`)})::bigint as commission_cents
        from (${agentSalesSql(of)}) sales group by store_id, staff_id)
    select store_id, staff_id, coalesce(salary_cents, 0) as salary_cents,
      coalesce(commission_cents, 0) as commission_cents
    from salary full join commission using (store_id, staff_id)
    where staff_id in (select id from staff where company_code = ${companyCode})`
}

/** Earnings per person and store in a month. */
export async function findShareSums(db: Database, of: OfMonth): Promise<ShareSum[]> {
  const { rows } = await sql<ShareSum>`${await shareSums(db, of)} order by store_id, staff_id`.execute(db)
  return rows
}

/** Totals of all earnings from stores in a month. */
export async function sumShares(
  db: Database,
  of: OfMonth,
): Promise<Pick<ShareSum, 'salaryCents' | 'commissionCents'>> {
  const { rows } = await sql<Pick<ShareSum, 'salaryCents' | 'commissionCents'>>`
    select coalesce(sum(salary_cents), 0)::bigint as salary_cents,
      coalesce(sum(commission_cents), 0)::bigint as commission_cents
    from (${await shareSums(db, of)}) shares`.execute(db)
  return rows[0] ?? { salaryCents: 0, commissionCents: 0 }
}
