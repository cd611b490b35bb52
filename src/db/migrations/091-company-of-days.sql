-- Days and months have the company of their store, which the policies of a company's users compare (decision 126). Existing
-- rows are not written again: PostgreSQL keeps the value with which a column is added for all of them at once. That value is
-- the company with the most stores, in most databases the only one; the days of other stores are corrected by the fill that
-- follows, and policies compare the column only after all migrations.
do $$
declare
  usual char(3);
begin
  select company_code into usual from store group by company_code order by count(*) desc, company_code limit 1;
  execute format('alter table store_month add column company_code char(3) not null default %L', coalesce(usual, '001'));
  execute format('alter table store_day add column company_code char(3) not null default %L', coalesce(usual, '001'));
  alter table store_month alter column company_code drop default;
  alter table store_day alter column company_code drop default;
  -- The stores whose rows the fill has yet to correct.
  create table store_company_due (store_id int primary key);
  insert into store_company_due select id from store where company_code <> usual;
end $$;

create or replace function store_days_of(store int, first date, last date) returns setof store_day language sql stable as $$
  select day.on_day, store, owed.expected,
    coalesce(d.consult_users, d.consult_sessions, d.handled_users),
    case when d.consult_users is not null then 1 when d.consult_sessions is not null then 2
      when d.handled_users is not null then 3 end::smallint,
    seven.prev_day, seven.week_ago, month.volume, seven.sum7, seven.days7::smallint,
    case when d.reply_base is not null then d.replied end, case when d.replied is not null then d.reply_base end,
    case when d.within_3min_base is not null then d.within_3min end,
    case when d.within_3min is not null then d.within_3min_base end,
    case when d.frt_weight is not null then d.frt_total_cs end,
    case when d.frt_total_cs is not null then d.frt_weight end,
    case when d.art_weight is not null then d.art_total_cs end,
    case when d.art_total_cs is not null then d.art_weight end,
    d.updated_at, (select owned.company_code from store owned where owned.id = store)
  from (select first + n as on_day from generate_series(0, last - first) n) day
    cross join lateral (select coalesce(
      (select state.status in ('trial', 'serving') from store_state state
        where state.store_id = store and state.from_on <= day.on_day order by state.from_on desc, state.id desc limit 1),
      (select day.on_day >= coalesce(least(s.trial_on, s.online_on), (s.created_at at time zone 'Asia/Shanghai')::date)
          and (s.status in ('trial', 'serving') or (s.status = 'stopped' and day.on_day <= s.stopped_on))
        from store s where s.id = store and not exists (select from store_state any_state where any_state.store_id = store)),
      false) as expected offset 0) owed
    left join lateral (
      select * from store_daily own where own.store_id = store and own.on_day = day.on_day offset 0) d on true
    cross join lateral (
      select sum(v) as sum7, count(v) as days7, count(*) > 0 as given, max(v) filter (where before.on_day = day.on_day - 1) as prev_day,
        max(v) filter (where before.on_day = day.on_day - 7) as week_ago
      from (select b.on_day, coalesce(b.consult_users, b.consult_sessions, b.handled_users) as v from store_daily b
        where b.store_id = store and b.on_day between day.on_day - 7 and day.on_day - 1) before) seven
    left join lateral (
      select coalesce(b.consult_users, b.consult_sessions, b.handled_users) as volume, true as given from store_daily b
      where b.store_id = store and b.on_day = (day.on_day - interval '1 month')::date offset 0) month on true
  where owed.expected or d.store_id is not null or seven.given or month.given
$$;

create or replace function put_store_days(stores int[], firsts date[], lasts date[]) returns void language plpgsql as $$
declare
  begun date;
begin
  perform pg_advisory_xact_lock_shared(store_days_lock());
  select on_day into begun from store_days_begun;
  if begun is null then return; end if;
  -- Two writers of one store see each other's figures.
  perform 1 from store where id = any(stores) order by id for no key update;
  with span as materialized (
      select * from unnest(stores, firsts, lasts) asked (store_id, first, last) where first <= begun),
    due as materialized (
      select due.* from span cross join lateral store_days_of(span.store_id, span.first, least(span.last, begun)) due),
    gone as (
      delete from store_day kept using span
      where kept.store_id = span.store_id and kept.on_day between span.first and span.last
        and not exists (select from due where due.on_day = kept.on_day and due.store_id = kept.store_id))
  insert into store_day select * from due order by on_day, store_id
  on conflict (on_day, store_id) do update set (expected, volume, volume_of, prev_day, week_ago, month_ago, sum7, days7,
      replied, reply_base, within_3min, within_3min_base, frt_total_cs, frt_weight, art_total_cs, art_weight, updated_at,
      company_code)
    = (excluded.expected, excluded.volume, excluded.volume_of, excluded.prev_day, excluded.week_ago, excluded.month_ago,
      excluded.sum7, excluded.days7, excluded.replied, excluded.reply_base, excluded.within_3min,
      excluded.within_3min_base, excluded.frt_total_cs, excluded.frt_weight, excluded.art_total_cs, excluded.art_weight,
      excluded.updated_at, excluded.company_code)
  where store_day.* is distinct from excluded.*;
end $$;

create or replace function store_month_of(store int, month date) returns setof store_month language sql stable as $$
  select store, month,
    coalesce(sum(coalesce(consult_users, consult_sessions, handled_users)), 0),
    count(coalesce(consult_users, consult_sessions, handled_users))::smallint,
    coalesce(sum(replied) filter (where reply_base is not null), 0),
    coalesce(sum(reply_base) filter (where replied is not null), 0),
    count(replied + reply_base::bigint)::smallint,
    coalesce(sum(within_3min) filter (where within_3min_base is not null), 0),
    coalesce(sum(within_3min_base) filter (where within_3min is not null), 0),
    count(within_3min + within_3min_base::bigint)::smallint,
    coalesce(sum(frt_total_cs) filter (where frt_weight is not null), 0)::bigint,
    coalesce(sum(frt_weight) filter (where frt_total_cs is not null), 0),
    coalesce(sum(art_total_cs) filter (where art_weight is not null), 0)::bigint,
    coalesce(sum(art_weight) filter (where art_total_cs is not null), 0),
    max(updated_at), now(), (select owned.company_code from store owned where owned.id = store)
  from store_daily
  where store_id = store and on_day >= month and on_day < (month + interval '1 month')::date
  having count(*) > 0
$$;
