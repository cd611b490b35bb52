-- What a company shows of itself in its console, on its documents and on its merchants' pages: the name in short, the
-- account that receives payments, and a logo. Null until the company's admin fills it in. See docs/decisions/109.
alter table company
  add column short_name text,
  add column payee_bank text,
  add column payee_name text,
  add column payee_account text,
  -- An account without its bank or holder cannot be paid to.
  add constraint company_payee_whole check (num_nonnulls(payee_bank, payee_name, payee_account) in (0, 3));

-- The content of logos, apart from `company`, which many queries read. `content` is what the program wrote after it read
-- the upload, and `digest` is its SHA-256, by which it is served.
create table company_logo (
  company_code char(3) primary key references company,
  type text not null check (type in ('image/png', 'image/svg+xml')),
  name text not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  digest bytea not null check (octet_length(digest) = 32),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  created_at timestamptz not null,
  created_by int references staff
);
create index company_logo_digest on company_logo (digest);
