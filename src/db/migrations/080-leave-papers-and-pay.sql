-- The photos and papers of leaves, such as certificates, in the database like those of reimbursement bills (031). See
-- docs/decisions/120.
create table leave_attachment (
  -- 128 random bits: the number of one tells nothing of another.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  leave_id int not null references staff_leave,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes between 1 and 10485760),
  -- SHA-256 of the content.
  digest bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  created_by int references staff
);
create index leave_attachment_leave on leave_attachment (leave_id);
create index leave_attachment_uploads on leave_attachment (created_by, created_at);
-- Pictures and PDFs are compressed already.
alter table leave_attachment alter column content set storage external;

-- The kinds of leave that a company does not pay. A company without a row has the default: personal and other.
create table leave_rule (
  company_code char(3) primary key references company,
  unpaid text[] not null check (unpaid <@ array['personal', 'sick', 'annual', 'swapped', 'marriage', 'maternity',
    'bereavement', 'other']),
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);
