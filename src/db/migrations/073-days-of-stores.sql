-- A store's day is a row from the moment it is expected, so that the reports scan one table: whether figures are owed by
-- the state that the store had on that day, the headline volume beside the days that it is compared with, both rates and the
-- response times. There is a row where figures are owed, where some were given, and where a day that it is compared with
-- has some. All of it follows from store_daily and store_state; triggers keep it.
create table store_day (
  on_day date not null,
  store_id int not null references store,
  -- Whether figures are owed: the store is on trial or in service on that day.
  expected boolean not null,
  -- V of the day, and what it counts: 1 buyers who asked, 2 their sessions, 3 buyers who were handled.
  volume int,
  volume_of smallint,
  -- V of the day before, a week and a month before; Σ of the seven days before, and how many of these have figures.
  prev_day int,
  week_ago int,
  month_ago int,
  sum7 bigint,
  days7 smallint not null,
  -- A part counts only beside its whole.
  replied int,
  reply_base int,
  within_3min int,
  within_3min_base int,
  frt_total_cs bigint,
  frt_weight int,
  art_total_cs bigint,
  art_weight int,
  -- When the day's figures were written; null where there are none.
  updated_at timestamptz,
  primary key (on_day, store_id)
) with (fillfactor = 85);
create index store_day_store on store_day (store_id, on_day);

-- Up to which day all stores have their rows: one row, without a day until somebody begins the first.
create table store_days_begun (
  id int primary key default 1 check (id = 1),
  on_day date
);
insert into store_days_begun default values;

-- A store's rows from one day to another, as its figures and states say them. The only place where it is said. Figures are
-- owed by the state that the store entered last; a store whose states nobody wrote down is taken as it stands, from its
-- first day to its last. `offset 0`: each day looks its own rows up, however long the store's history is.
create function store_days_of(store int, first date, last date) returns setof store_day language sql stable as $$
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
    d.updated_at
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

-- Whoever writes rows holds the shared lock, whoever begins a day the other one: a day begins with all figures before it.
create function store_days_lock() returns bigint language sql immutable as $$
  select hashtextextended('store days', 0)
$$;

-- Writes the rows of spans of days anew, as far as the days have begun; the spans of one store must not overlap.
create function put_store_days(stores int[], firsts date[], lasts date[]) returns void language plpgsql as $$
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
      replied, reply_base, within_3min, within_3min_base, frt_total_cs, frt_weight, art_total_cs, art_weight, updated_at)
    = (excluded.expected, excluded.volume, excluded.volume_of, excluded.prev_day, excluded.week_ago, excluded.month_ago,
      excluded.sum7, excluded.days7, excluded.replied, excluded.reply_base, excluded.within_3min,
      excluded.within_3min_base, excluded.frt_total_cs, excluded.frt_weight, excluded.art_total_cs, excluded.art_weight,
      excluded.updated_at)
  where store_day.* is distinct from excluded.*;
end $$;

-- Figures change their own day, the seven that follow, and those to which it is the month before.
create function figures_change_days() returns trigger language plpgsql as $$
declare
  stores int[];
  firsts date[];
  lasts date[];
begin
  select array_agg(store_id), array_agg(lower(span)), array_agg(upper(span) - 1) into stores, firsts, lasts
  from (
    select store_id, unnest(range_agg(daterange(on_day + later.first, on_day + later.last, '[]'))) as span
    from changed cross join (values (0, 7), (28, 31)) later (first, last) group by store_id) touched;
  perform put_store_days(stores, firsts, lasts);
  return null;
end $$;
create trigger store_daily_days_added after insert on store_daily
  referencing new table as changed for each statement execute function figures_change_days();
create trigger store_daily_days_changed after update on store_daily
  referencing new table as changed for each statement execute function figures_change_days();
create trigger store_daily_days_gone after delete on store_daily
  referencing old table as changed for each statement execute function figures_change_days();

-- A state holds until the next one; with the first one all days follow from states.
create function states_change_days() returns trigger language plpgsql as $$
declare
  stores int[];
  firsts date[];
begin
  select array_agg(store_id), array_agg(first) into stores, firsts
  from (
    select store_id, case when exists (
          select from store_state earlier where earlier.store_id = changed.store_id and earlier.id < min(changed.id))
        then min(from_on) else least(min(from_on), (
          select min(on_day) from store_day where store_day.store_id = changed.store_id)) end as first
    from changed group by store_id) touched;
  perform put_store_days(stores, firsts, array_fill('infinity'::date, array[cardinality(stores)]));
  return null;
end $$;
create trigger store_state_days after insert on store_state
  referencing new table as changed for each statement execute function states_change_days();

-- A store without states is taken as it stands. At the end of the transaction: who makes a store writes its states too.
create function stores_change_days() returns trigger language plpgsql as $$
begin
  if exists (select from store_state where store_id = new.id) then return null; end if;
  perform put_store_days(array[new.id], array[least(
      (select min(on_day) from store_day where store_id = new.id), new.trial_on, new.online_on,
      (new.created_at at time zone 'Asia/Shanghai')::date)], array['infinity'::date]);
  return null;
end $$;
create constraint trigger store_days after insert or update of status, trial_on, online_on, stopped_on, created_at on store
  deferrable initially deferred for each row execute function stores_change_days();

-- The first day of which no store has its row: the one after the last begun; without one, the first that anybody knows.
create function first_store_day_due() returns date language sql stable as $$
  select coalesce((select on_day + 1 from store_days_begun), least(
    (select min(on_day) from store_daily), (select min(from_on) from store_state),
    (select min(coalesce(least(trial_on, online_on), (created_at at time zone 'Asia/Shanghai')::date)) from store
      where not exists (select from store_state where store_id = store.id))))
$$;

-- Writes the rows of all stores from one day to another, none of which has begun; answers the last one.
create function add_store_days(first date, last date) returns date language plpgsql as $$
begin
  perform pg_advisory_xact_lock(store_days_lock());
  insert into store_day
    select due.* from store cross join lateral store_days_of(store.id, first, last) due
    order by due.on_day, due.store_id;
  return last;
end $$;

-- Begins the days up to one, as far as they have not begun.
create function begin_store_days(upto date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(store_days_lock());
  if exists (select from store_days_begun where on_day >= upto) then return; end if;
  perform add_store_days(coalesce(first_store_day_due(), upto), upto);
  update store_days_begun set on_day = upto;
end $$;
