-- What the facts of a store's month came to when a bill of it was issued: what is compared with what they come to later.
-- Kept on issue; of bills of before it is kept when they are first compared (billing/customer-bills/pricesAtIssue.ts).
create table customer_bill_price (
  bill_id int primary key references customer_bill,
  company_code char(3) not null references company,
  store_id int not null references store,
  month_on date not null check (extract(day from month_on) = 1),
  -- The items of the price that the bill asks for: what is billed apart is left out.
  items text[] not null,
  priced_cents bigint not null,
  -- The priced lines, and what was known of each day; without days where the bill is of before.
  lines jsonb not null,
  days jsonb,
  created_at timestamptz not null
);
create index customer_bill_price_month on customer_bill_price (store_id, month_on);
create trigger customer_bill_price_append_only before update or delete on customer_bill_price
  for each row execute function refuse_change();
create trigger customer_bill_price_no_truncate before truncate on customer_bill_price
  for each statement execute function refuse_change();

-- A store's month whose issued bills and facts differ, or did. Derived, and kept; amounts in 分.
create table rerate (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  month_on date not null check (extract(day from month_on) = 1),
  priced_at_issue_cents bigint not null,
  priced_now_cents bigint not null,
  -- Σ of its adjustments that are not void.
  settled_cents bigint not null,
  waived_cents bigint not null,
  difference_cents bigint not null
    check (difference_cents = priced_now_cents - priced_at_issue_cents - settled_cents - waived_cents),
  state text not null check (state in ('pending', 'adjusted', 'waived', 'matched', 'tolerated')),
  -- What moved the facts since the issue, at most five: import, correction, undo, state, terms.
  causes text[] not null,
  -- When the present difference was found first.
  since timestamptz not null,
  waived_reason text,
  waived_at timestamptz,
  waived_by int references staff,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint rerate_key unique (store_id, month_on),
  constraint rerate_waived_whole check (
    (waived_reason is null) = (waived_at is null) and (waived_cents = 0 or waived_reason is not null))
);
create index rerate_company on rerate (company_code, month_on);
create index rerate_pending on rerate (company_code) where state = 'pending';

-- How far a company lets bills differ, and what may be waived without an admin; without a row 1 元 and 500 元.
create table rerate_rule (
  company_code char(3) primary key references company,
  tolerance_cents int not null check (tolerance_cents between 0 and 10000),
  waive_limit_cents bigint not null check (waive_limit_cents >= 0),
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);

-- The draft or bill that settles a difference; why a bill was issued although days were missing.
alter table customer_bill
  add column rerate_id int references rerate,
  add column missing_reason text
    check (missing_reason in ('noData', 'closed', 'noAccess', 'confirmed', 'other')),
  add column missing_note text,
  add constraint customer_bill_missing_note check ((missing_reason = 'other') = (missing_note is not null));
create index customer_bill_rerate on customer_bill (rerate_id) where rerate_id is not null;

-- Figures of files that came after their month was closed. They are laid over what is known where the month is compared, and
-- stand in no report. The file is named: its preview may be gone.
create table late_figure (
  store_id int not null references store,
  on_day date not null,
  company_code char(3) not null references company,
  volume int check (volume >= 0),
  sales_cents bigint,
  batch_id int not null,
  file_name text not null,
  created_at timestamptz not null,
  created_by int references staff,
  primary key (store_id, on_day)
);

-- Stores' months that are to be compared again. A row per write; the run reads them together and removes them. No key over
-- store and month: two imports of the same stores would wait for each other.
create table rerate_mark (
  id bigint generated always as identity primary key,
  company_code char(3) not null,
  store_id int not null,
  month_on date not null,
  at timestamptz not null default now()
);

-- Days whose volume or sales change: their month, and where a tier reads it the month after, if there are bills of it.
create function mark_rerates_of_days() returns trigger language plpgsql as $$
declare
  touched text := case tg_op when 'UPDATE' then '
      select becomes.store_id, becomes.on_day from becomes join was using (store_id, on_day)
      where (coalesce(becomes.consult_users, becomes.consult_sessions, becomes.handled_users), becomes.sales_cents)
        is distinct from (coalesce(was.consult_users, was.consult_sessions, was.handled_users), was.sales_cents)'
    else 'select store_id, on_day from changed' end;
begin
  execute format('
    insert into rerate_mark (company_code, store_id, month_on)
      with month as (select distinct store_id, date_trunc(''month'', on_day)::date as month_on from (%s) day),
        counted as (
          select store_id, month_on from month
          union
          select store_id, (month_on + interval ''1 month'')::date from month
            where exists (select from store_terms terms where terms.store_id = month.store_id
              and terms.replaced_at is null and terms.pricing ->> ''model'' = ''tier''))
      select distinct bill.company_code, bill.store_id, bill.month_on
      from counted join customer_bill bill using (store_id, month_on)
      where bill.status <> ''void'' and bill.kind not in (''adjustment'', ''refund'') and bill.origin <> ''opening''',
    touched);
  return null;
end $$;
create trigger store_daily_rerates_insert after insert on store_daily
  referencing new table as changed for each statement execute function mark_rerates_of_days();
create trigger store_daily_rerates_delete after delete on store_daily
  referencing old table as changed for each statement execute function mark_rerates_of_days();
create trigger store_daily_rerates_update after update on store_daily
  referencing old table as was new table as becomes for each statement execute function mark_rerates_of_days();

-- States and terms hold from their day on: every month from there that has bills.
create function mark_rerates_from_day() returns trigger language plpgsql as $$
begin
  insert into rerate_mark (company_code, store_id, month_on)
    select distinct bill.company_code, bill.store_id, bill.month_on
    from changed join customer_bill bill on bill.store_id = changed.store_id
      and bill.month_on >= date_trunc('month', changed.from_on)
    where bill.status <> 'void' and bill.kind not in ('adjustment', 'refund') and bill.origin <> 'opening';
  return null;
end $$;
create trigger store_state_rerates after insert on store_state
  referencing new table as changed for each statement execute function mark_rerates_from_day();
create trigger store_terms_rerates_insert after insert on store_terms
  referencing new table as changed for each statement execute function mark_rerates_from_day();
create trigger store_terms_rerates_update after update on store_terms
  referencing new table as changed for each statement execute function mark_rerates_from_day();

-- A bill that is issued or becomes void, and an adjustment that is written, changed, or becomes void.
create function mark_rerates_of_bills() returns trigger language plpgsql as $$
declare
  touched text := case tg_op when 'UPDATE' then '
      select becomes.* from becomes join was using (id)
      where (becomes.status in (''draft'', ''void'')) <> (was.status in (''draft'', ''void''))
        or (becomes.rerate_id is not null
          and (becomes.status = ''void'', becomes.total_cents) is distinct from (was.status = ''void'', was.total_cents))'
    else 'select * from changed where rerate_id is not null or status not in (''draft'', ''void'')' end;
begin
  execute format('
    insert into rerate_mark (company_code, store_id, month_on)
      select distinct bill.company_code, bill.store_id, coalesce(settled.month_on, bill.month_on)
      from (%s) bill left join rerate settled on settled.id = bill.rerate_id
      where bill.store_id is not null and bill.kind in (''service'', ''overage'', ''commission'', ''adjustment'')
        and bill.origin <> ''opening''', touched);
  return null;
end $$;
create trigger customer_bill_rerates_insert after insert on customer_bill
  referencing new table as changed for each statement execute function mark_rerates_of_bills();
create trigger customer_bill_rerates_update after update on customer_bill
  referencing old table as was new table as becomes for each statement execute function mark_rerates_of_bills();
