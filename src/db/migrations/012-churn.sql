-- A customer or a store that is being lost, was lost, or came back. One record at a time is open for each: 挽留中, or
-- 已流失 as long as nobody has won it back.
create table churn_record (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  subject text not null check (subject in ('customer', 'store')),
  -- The merchant; of a store's record the store's.
  customer_id int not null references customer,
  store_id int references store,
  status text not null default 'retaining' check (status in ('retaining', 'churned', 'won_back', 'cancelled')),
  detected_on date not null,
  -- While 挽留中 the day that the merchant announced, then the last day of service.
  stop_on date,
  confirmed_on date,
  won_back_on date,
  cancelled_on date,
  reason text check (reason in ('service_quality', 'price', 'peak_capacity', 'category_fit', 'staff_turnover',
    'communication', 'closed_shop', 'in_house', 'season', 'banned', 'arrears', 'other_vendor', 'we_ended_it', 'other')),
  note text,
  -- Why it was won back or withdrawn.
  closing_note text,
  handler_id int not null references staff,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  constraint churn_record_store_is_named check ((subject = 'store') = (store_id is not null)),
  constraint churn_record_confirmed_whole check (
    status in ('retaining', 'cancelled')
    or (confirmed_on is not null and stop_on is not null and reason is not null)),
  constraint churn_record_won_back_day check ((status = 'won_back') = (won_back_on is not null)),
  constraint churn_record_cancelled_day check ((status = 'cancelled') = (cancelled_on is not null))
);
create unique index churn_record_open_customer on churn_record (customer_id)
  where subject = 'customer' and status in ('retaining', 'churned');
create unique index churn_record_open_store on churn_record (store_id) where status in ('retaining', 'churned');
create index churn_record_company on churn_record (company_code, subject, detected_on);
create index churn_record_customer on churn_record (customer_id);
create index churn_record_store on churn_record (store_id) where store_id is not null;
create index churn_record_handler on churn_record (handler_id) where status = 'retaining';

-- What was done to keep or to win back the merchant.
create table churn_measure (
  id int generated always as identity primary key,
  record_id int not null references churn_record,
  on_day date not null,
  what text not null,
  staff_id int not null references staff,
  outcome text not null default 'open' check (outcome in ('open', 'helped', 'failed')),
  result text,
  created_at timestamptz not null,
  created_by int not null references staff,
  updated_at timestamptz not null,
  updated_by int not null references staff,
  check (outcome = 'open' or result is not null)
);
create index churn_measure_record on churn_measure (record_id, on_day);

-- How things stood when the loss was confirmed. Null is "not known", never 0. It never changes: names stand in it as
-- they were, and whoever corrects something later corrects the record.
create table churn_snapshot (
  record_id int primary key references churn_record,
  taken_at timestamptz not null,
  monthly_fee_cents bigint,
  tenure_days int not null check (tenure_days >= 0),
  revenue_cents bigint,
  unpaid_cents bigint,
  refund_cents bigint,
  owner_id int not null references staff,
  owner_name text not null,
  leader_id int references staff,
  leader_name text,
  -- [{ id, name }]: the agents on the last day of service, and the stores that stopped (of a store the store itself).
  agents jsonb not null,
  stores jsonb not null
);
create index churn_snapshot_owner on churn_snapshot (owner_id);
create trigger churn_snapshot_fixed before update or delete on churn_snapshot
  for each row execute function refuse_change();
create trigger churn_snapshot_no_truncate before truncate on churn_snapshot
  for each statement execute function refuse_change();
