-- The papers that prove a payment: a bank's slip, a screenshot. Of money that came in (or went out for a refund) they
-- belong to the receipt, of claims to the payment, that is to all that were paid on a day under one voucher number.
-- See docs/decisions/077.
create table voucher (
  -- 128 random bits: the number of one tells nothing of another.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  company_code char(3) not null references company,
  receipt_id int references bill_receipt,
  payment_no text,
  -- The day of the receipt, or of the payment: it counts for it, as they do.
  on_day date not null,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes between 1 and 10485760),
  -- SHA-256 of the content.
  digest bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  created_by int not null references staff,
  constraint voucher_of_one check ((receipt_id is null) <> (payment_no is null))
);
create index voucher_receipt on voucher (receipt_id) where receipt_id is not null;
create index voucher_payment on voucher (company_code, on_day, payment_no) where payment_no is not null;
create index voucher_uploads on voucher (created_by, created_at);
-- Pictures and PDFs are compressed already.
alter table voucher alter column content set storage external;

-- What proves a closed month stays as it was closed.
select lock_by_month('voucher', 'r.on_day', counts => 'r.id');
