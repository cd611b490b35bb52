-- What a store's days of a month come to: reports over long periods read a row a month, not thirty. The sums are those
-- of the daily reports: a numerator counts only beside its base, and `…_days` says on how many days there was one.
create table store_month (
  store_id int not null references store,
  month_on date not null check (extract(day from month_on) = 1),
  volume bigint not null,
  volume_days smallint not null,
  replied bigint not null,
  reply_base bigint not null,
  reply_days smallint not null,
  within_3min bigint not null,
  within_3min_base bigint not null,
  within_3min_days smallint not null,
  frt_total_cs bigint not null,
  frt_weight bigint not null,
  art_total_cs bigint not null,
  art_weight bigint not null,
  -- The newest of its days' updated_at.
  updated_at timestamptz not null,
  primary key (month_on, store_id)
);

-- When a month was last summed anew: the nightly comparison reads what has changed since the one before.
alter table store_month add column summed_at timestamptz not null default now();
create index store_month_summed on store_month (summed_at);

-- The month as its days say it; no row where there are none. The only place where it is said.
create function store_month_of(store int, month date) returns setof store_month language sql stable as $$
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
    max(updated_at), now()
  from store_daily
  where store_id = store and on_day >= month and on_day < (month + interval '1 month')::date
  having count(*) > 0
$$;

-- Whoever writes days sums their months anew, in the same transaction. The store's lock comes first: the sums are read
-- after it, so that two writers of one month do not each miss what the other wrote.
create function sum_store_months() returns trigger language plpgsql as $$
begin
  perform 1 from store where id in (select store_id from changed) order by id for no key update;
  delete from store_month m using (
      select distinct store_id, date_trunc('month', on_day)::date as month_on from changed) month
    where m.store_id = month.store_id and m.month_on = month.month_on;
  insert into store_month
    select summed.* from (
        select distinct store_id, date_trunc('month', on_day)::date as month_on from changed) month
      cross join lateral store_month_of(month.store_id, month.month_on) summed
    order by summed.month_on, summed.store_id;
  return null;
end $$;
create trigger store_daily_added after insert on store_daily
  referencing new table as changed for each statement execute function sum_store_months();
create trigger store_daily_changed after update on store_daily
  referencing new table as changed for each statement execute function sum_store_months();
create trigger store_daily_gone after delete on store_daily
  referencing old table as changed for each statement execute function sum_store_months();

insert into store_month
  select summed.* from (
      select distinct store_id, date_trunc('month', on_day)::date as month_on from store_daily) month
    cross join lateral store_month_of(month.store_id, month.month_on) summed;

-- A comparison of a company's months with their days, and what it found. `months` are those compared whole.
create table month_check (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  -- Null where the program did it by itself.
  asked_by int references staff,
  checked_at timestamptz not null,
  -- The database's own time: what was summed from then on is compared the next time.
  read_at timestamptz not null,
  months date[] not null,
  compared int not null,
  changed int not null,
  took_ms int not null
);
create index month_check_company on month_check (company_code, id desc);

-- A month that says something else than its days; `kept` and `counted` as JSON, null where there is none.
create table month_finding (
  id int generated always as identity primary key,
  check_id int not null references month_check on delete cascade,
  store_id int not null references store,
  month_on date not null,
  kept jsonb,
  counted jsonb,
  mended_at timestamptz,
  mended_by int references staff,
  unique (check_id, store_id, month_on)
);
