import { type RawBuilder, sql } from 'kysely'

/**
 * SQL of the agreed and the used volume of some stores between two days, inclusive: one row with `included`, Σ included
 * daily volume × days in service, and `included_used`, the volume of the same days. Both are null if no store has an
 * included volume in that time. Same formula as the quota of the weekly warnings (domain.md, 周咨询量预警).
 */
export function includedVolume(
  stores: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
) {
  return sql`select sum(daily * (to_on - from_on + 1))::bigint as included, sum(part.volume)::bigint as included_used
    from (
      select store_id, (pricing ->> 'includedDaily')::int as daily,
        greatest(term.from_on, state.from_on, ${from}) as from_on,
        least(term.next_on - 1, state.next_on - 1, ${to}) as to_on
      from (
          select store_id, pricing, from_on, lead(from_on) over (partition by store_id order by from_on) as next_on
          from store_terms where replaced_at is null and store_id in (${stores})) term
        join (
          select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) as next_on
          from store_state where store_id in (${stores})) state using (store_id)
      where pricing ->> 'model' = 'included' and status = 'serving') span
      cross join lateral (
        select coalesce(sum(coalesce(d.consult_users, d.consult_sessions, d.handled_users)), 0) as volume
        from store_daily d where d.store_id = span.store_id and d.on_day between from_on and to_on) part
    where from_on <= to_on`
}
