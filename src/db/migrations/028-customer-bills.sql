-- What a merchant owes for a month: of one store, or of the customer as a whole. Amounts in 分; of a refund, and of an
-- adjustment that gives back, negative.
create table customer_bill (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  -- ZD2026050001…: given when the bill is issued, so that numbers have no gaps; a draft has none.
  code text,
  customer_id int not null references customer,
  store_id int references store,
  kind text not null check (kind in
    ('service', 'commission', 'overage', 'extra', 'deposit', 'addon', 'refund', 'adjustment')),
  -- The service month, by its first day.
  month_on date not null check (extract(day from month_on) = 1),
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  -- Σ lines − discount.
  total_cents bigint not null,
  -- Σ receipts; what comes in never goes past the total, what goes out neither.
  received_cents bigint not null default 0,
  status text not null default 'draft' check (status in ('draft', 'open', 'partial', 'paid', 'void', 'refunded')),
  -- Asked for before its month was over: what was served is settled afterwards.
  prepaid boolean not null default false,
  -- `proposed`: worked out from terms and figures; `changed` once somebody has put something else there.
  origin text not null default 'keyed' check (origin in ('keyed', 'proposed', 'changed')),
  -- What a proposal lacked, [{ what, days }].
  missing jsonb not null default '[]',
  -- The bill that this one refunds or settles.
  relates_to_id int references customer_bill,
  -- What a stop left to be given back, and this bill does.
  proposal_id int references billing_proposal,
  due_on date,
  issued_on date,
  issued_by int references staff,
  invoice_no text,
  invoice_type text check (invoice_type in ('general', 'special')),
  -- Why it was changed, rejected, or made void.
  reason text,
  note text,
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint customer_bill_code_key unique (company_code, code),
  constraint customer_bill_received check (
    received_cents between least(total_cents, 0) and greatest(total_cents, 0)),
  constraint customer_bill_issued check (
    (code is null) = (issued_on is null) and (code is null) = (due_on is null)),
  constraint customer_bill_draft check (
    case status when 'draft' then code is null when 'void' then received_cents = 0 else code is not null end),
  constraint customer_bill_void check (status <> 'void' or reason is not null),
  constraint customer_bill_settled check (
    case status
      when 'partial' then received_cents <> 0 and received_cents <> total_cents
      when 'open' then received_cents = 0 and total_cents <> 0
      when 'paid' then received_cents = total_cents
      else true end)
);
create unique index customer_bill_store_month on customer_bill (store_id, month_on, kind)
  where status <> 'void' and kind <> 'adjustment';
-- A paid-ahead month is settled once, a stop given back once.
create unique index customer_bill_settles on customer_bill (relates_to_id)
  where status <> 'void' and origin <> 'keyed' and relates_to_id is not null;
create unique index customer_bill_proposal on customer_bill (proposal_id) where status <> 'void';
create index customer_bill_company on customer_bill (company_code, month_on, id);
create index customer_bill_customer on customer_bill (customer_id, month_on);
create index customer_bill_due on customer_bill (company_code, due_on) where status in ('open', 'partial');

create table customer_bill_line (
  bill_id int not null references customer_bill,
  position smallint not null,
  -- `other` is what somebody wrote, in words of its own.
  item text not null check (item in
    ('monthly', 'daily', 'hourly', 'overage', 'commission', 'prepaid', 'stopped', 'refund', 'other')),
  label text,
  from_on date,
  to_on date,
  terms_id int references store_terms,
  -- amount = price × qty ÷ per, half up; of monthly lines the last takes the remainder.
  qty bigint not null,
  per int not null default 1 check (per > 0),
  price bigint not null,
  amount_cents bigint not null,
  tax_rate_bp int not null check (tax_rate_bp between 0 and 10000),
  primary key (bill_id, position),
  constraint customer_bill_line_label check ((item = 'other') = (label is not null))
);

-- An issued bill stands as it was issued: only its way, its invoice and, after a merge, its customer change.
create function keep_customer_bill() returns trigger language plpgsql as $$
declare
  moving text[] := '{customer_id,status,received_cents,invoice_no,invoice_type,reason,updated_at,updated_by,version}';
begin
  if tg_op = 'DELETE' or (old.status <> 'draft'
      and (to_jsonb(old) - moving) is distinct from (to_jsonb(new) - moving)) then
    raise exception 'an issued bill is never rewritten';
  end if;
  return new;
end $$;
create trigger customer_bill_kept before update or delete on customer_bill
  for each row execute function keep_customer_bill();
create trigger customer_bill_no_truncate before truncate on customer_bill
  for each statement execute function refuse_change();

create function keep_customer_bill_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or not exists (
      select 1 from customer_bill
        where id = (case tg_op when 'DELETE' then old.bill_id else new.bill_id end) and status = 'draft') then
    raise exception 'the lines of an issued bill are never rewritten';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger customer_bill_line_kept before insert or update or delete on customer_bill_line
  for each row execute function keep_customer_bill_line();
create trigger customer_bill_line_no_truncate before truncate on customer_bill_line
  for each statement execute function refuse_change();

-- That a company's month was proposed: its row is also the lock that lets one run at a time work on it.
create table customer_bill_run (
  company_code char(3) not null references company,
  month_on date not null check (extract(day from month_on) = 1),
  ran_at timestamptz not null,
  ran_by int references staff,
  primary key (company_code, month_on)
);
