-- Reimbursement bills: what a person laid out for the company, who let it pass, and the payout. See docs/decisions/053.

create table reimbursement_bill (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  -- BX, the day, four digits; given in the transaction that makes the bill, and never taken back: there are no gaps.
  code text not null,
  staff_id int not null references staff,
  -- The month that it is booked in.
  month char(7) not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  title text not null check (length(title) between 1 and 60),
  remark text check (length(remark) <= 500),
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'approved', 'returned', 'rejected', 'paid')),
  total_cents bigint not null default 0 check (total_cents >= 0),
  -- What was let pass so far; null while nobody has decided.
  approved_cents bigint check (approved_cents between 0 and total_cents),
  -- Whose consent is still missing, the next one first; set when it is handed in.
  levels text[] not null default '{}' check (levels <@ array['finance', 'admin']),
  -- How many times it was handed in: decisions belong to a round.
  round smallint not null default 0,
  -- Whom to pay, as it stood when the bill was handed in; the card is sealed.
  payee_name text,
  payee_bank text,
  payee_card_sealed bytea,
  payee_card_end char(4),
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by int references staff,
  -- Why it was returned or rejected.
  note text check (length(note) <= 500),
  paid_on date,
  paid_at timestamptz,
  paid_by int references staff,
  voucher_no text check (length(voucher_no) between 1 and 64),
  -- The payer had approved it as well, because nobody else could pay.
  paid_by_approver boolean not null default false,
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint reimbursement_bill_code unique (company_code, code),
  constraint reimbursement_nobody_decides_an_own_bill check (decided_by <> staff_id),
  constraint reimbursement_nobody_pays_an_own_bill check (paid_by <> staff_id),
  constraint reimbursement_submitted_whole check (
    status in ('draft', 'returned') or (submitted_at is not null and payee_name is not null and total_cents > 0)),
  constraint reimbursement_waits_for_somebody check ((status = 'submitted') = (cardinality(levels) > 0)),
  constraint reimbursement_decided_whole check (
    status not in ('approved', 'paid') or (decided_by is not null and approved_cents > 0)),
  constraint reimbursement_refused_with_reason check (status not in ('returned', 'rejected') or note is not null),
  constraint reimbursement_paid_whole check (
    (status = 'paid') = (paid_on is not null and paid_at is not null and paid_by is not null
      and voucher_no is not null))
);
create index reimbursement_bill_company on reimbursement_bill (company_code, status, id desc);
create index reimbursement_bill_staff on reimbursement_bill (staff_id, id desc);
create index reimbursement_bill_month on reimbursement_bill (company_code, month);

create table reimbursement_item (
  id int generated always as identity primary key,
  bill_id int not null references reimbursement_bill,
  position smallint not null,
  category text not null check (category in ('travel', 'transport', 'meals', 'hospitality', 'office', 'telecom',
    'platform', 'promotion', 'training', 'compensation', 'other')),
  on_day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  approved_cents bigint check (approved_cents between 0 and amount_cents),
  target text not null default 'common' check (target in ('common', 'customer', 'store')),
  customer_id int references customer,
  store_id int references store,
  invoice_no text check (invoice_no ~ '^(\d{8}|\d{20})$'),
  what text check (length(what) <= 200),
  check ((target = 'customer') = (customer_id is not null)),
  check ((target = 'store') = (store_id is not null))
);
create index reimbursement_item_bill on reimbursement_item (bill_id, position);
create index reimbursement_item_invoice on reimbursement_item (invoice_no) where invoice_no is not null;
create index reimbursement_item_same on reimbursement_item (on_day, amount_cents);
create index reimbursement_item_store on reimbursement_item (store_id) where store_id is not null;
create index reimbursement_item_customer on reimbursement_item (customer_id) where customer_id is not null;

-- Every decision, in the order in which they were made. The same level decides once a round.
create table reimbursement_decision (
  id int generated always as identity primary key,
  bill_id int not null references reimbursement_bill,
  round smallint not null,
  level text not null check (level in ('finance', 'admin')),
  verdict text not null check (verdict in ('approved', 'returned', 'rejected')),
  by_id int not null references staff,
  -- For whom it was decided, where a stand-in did.
  for_id int references staff,
  approved_cents bigint,
  note text,
  at timestamptz not null,
  constraint reimbursement_decision_once unique (bill_id, round, level)
);

-- Who decides for whom while somebody is away.
create table reimbursement_stand_in (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  stand_in_id int not null references staff,
  from_on date not null,
  to_on date not null,
  created_at timestamptz not null,
  created_by int references staff,
  check (staff_id <> stand_in_id),
  check (to_on >= from_on)
);
create index reimbursement_stand_in_for on reimbursement_stand_in (stand_in_id, to_on);
create index reimbursement_stand_in_of on reimbursement_stand_in (staff_id, to_on);

-- From which amount an admin decides as well, and from which on a single item is pointed at; a company without a row has
-- the usual ones.
create table reimbursement_rule (
  company_code char(3) primary key references company,
  admin_from_cents bigint not null check (admin_from_cents >= 0),
  item_limit_cents bigint not null check (item_limit_cents >= 0),
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);
