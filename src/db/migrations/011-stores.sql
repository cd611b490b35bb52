-- What a store pays and what serving it pays, from a day until the next row's day. A row is never rewritten: a
-- correction adds another for the same day and marks this one as replaced; a planned one that is withdrawn is marked too.
create table store_terms (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  from_on date not null,
  -- The price model with its parameters, as the contract's schema has them; amounts in 分, rates in basis points.
  pricing jsonb not null check (pricing ->> 'model' in
    ('fixed', 'tier', 'included', 'commission', 'daily', 'hourly')),
  -- 店铺工资: 分 a month for serving the store.
  store_salary_cents bigint check (store_salary_cents >= 0),
  note text,
  created_at timestamptz not null,
  created_by int references staff,
  replaced_at timestamptz,
  replaced_by int references staff,
  replaced_reason text,
  constraint store_terms_replaced_whole check ((replaced_at is null) = (replaced_reason is null))
);
create unique index store_terms_key on store_terms (store_id, from_on) where replaced_at is null;
create index store_terms_store on store_terms (store_id, id);

create function keep_store_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.replaced_at is not null
    or (to_jsonb(old) - '{replaced_at,replaced_by,replaced_reason}'::text[])
      is distinct from (to_jsonb(new) - '{replaced_at,replaced_by,replaced_reason}'::text[]) then
    raise exception 'terms of a store are never rewritten';
  end if;
  return new;
end $$;
create trigger store_terms_kept before update or delete on store_terms
  for each row execute function keep_store_terms();
create trigger store_terms_no_truncate before truncate on store_terms
  for each statement execute function refuse_change();

-- Since when a store stands in which state; of two rows of a day the later one counts. Served days, and with them money,
-- are counted from here. A stop is written from the day after the last day of service.
create table store_state (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  from_on date not null,
  status text not null check (status in ('pending', 'trial', 'serving', 'paused', 'stopped')),
  reason text,
  note text,
  created_at timestamptz not null,
  created_by int references staff
);
create index store_state_store on store_state (store_id, from_on, id);
create trigger store_state_append_only before update or delete on store_state
  for each row execute function refuse_change();
create trigger store_state_no_truncate before truncate on store_state
  for each statement execute function refuse_change();

-- The stores that are there already: what their days tell; of a pause only that it was there at the last change.
insert into store_state (company_code, store_id, from_on, status, created_at, created_by)
select company_code, id, from_on, known.status, updated_at, updated_by
from store, lateral (values
  (1, 'trial', trial_on),
  (2, 'serving', online_on),
  (3, 'paused', case when status = 'paused' then (updated_at at time zone 'Asia/Shanghai')::date end),
  (4, 'stopped', case when status = 'stopped'
    then coalesce(stopped_on + 1, (updated_at at time zone 'Asia/Shanghai')::date) end),
  (5, 'pending', case when status = 'pending' then (created_at at time zone 'Asia/Shanghai')::date end)
) as known (step, status, from_on)
where known.from_on is not null
order by store.id, known.step;

-- What a stop leaves to be billed or given back, kept until somebody takes it into a bill or drops it.
create table billing_proposal (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  customer_id int not null references customer,
  kind text not null check (kind in ('refund', 'bill')),
  from_on date not null,
  to_on date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  -- How the amount came about, in words for whoever checks it.
  formula text not null,
  state text not null default 'open' check (state in ('open', 'taken', 'dropped')),
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  check (to_on >= from_on)
);
create index billing_proposal_store on billing_proposal (store_id);
create index billing_proposal_customer on billing_proposal (customer_id);
create index billing_proposal_open on billing_proposal (company_code, id) where state = 'open';
