-- The photos and papers of reimbursement bills, in the database, so that one backup holds all. See docs/decisions/054.

create table attachment (
  -- 128 random bits: the number of one tells nothing of another.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  bill_id int not null references reimbursement_bill,
  item_id int references reimbursement_item on delete set null,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes between 1 and 10485760),
  -- SHA-256 of the content.
  digest bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  created_by int references staff
);
create index attachment_bill on attachment (bill_id);
create index attachment_item on attachment (item_id) where item_id is not null;
create index attachment_digest on attachment (digest);
-- Pictures and PDFs are compressed already.
alter table attachment alter column content set storage external;
