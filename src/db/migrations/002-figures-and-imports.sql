-- Figures per store and day, and per store, day and nick. A rate is kept as numerator and base, an average as total and
-- weight (hundredths of a second), so that sums over stores and days are always Σ/Σ. Null is "not given", never 0.

create table import_batch (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  file_name text not null,
  file_hash text not null,
  file_bytes int not null,
  platform text not null,
  on_from text check (on_from in ('column', 'file name', 'chosen')),
  -- 'reading' while the rows are being stored: nobody sees it yet.
  status text not null default 'reading' check (status in ('reading', 'preview', 'committed', 'undone')),
  rows_ok int not null,
  rows_problem int not null,
  rows_skipped int not null,
  -- What the preview found and commit repeats: problems with their cells, unknown headers, skipped rows, duplicate.
  findings jsonb not null,
  rows_hash text,
  -- The order of commits: instants may be equal, and a preview may wait while later ones are committed.
  commit_no bigint unique,
  committed_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1
);
create index import_batch_company on import_batch (company_code, id desc);
create index import_batch_hash on import_batch (company_code, file_hash);
create sequence import_commit_no;

-- One store and day that a file speaks of; store_id or on_day is null as long as nobody has said which.
create table import_group (
  id int generated always as identity primary key,
  batch_id int not null references import_batch on delete cascade,
  store_name text,
  store_id int references store,
  on_day date,
  committed boolean not null default false,
  unique nulls not distinct (batch_id, store_name, store_id, on_day)
);
create index import_group_store on import_group (store_id, on_day) where committed;

create table store_daily (
  store_id int not null references store,
  on_day date not null,
  company_code char(3) not null references company,
  consult_users int check (consult_users >= 0),
  consult_sessions int check (consult_sessions >= 0),
  need_human_users int check (need_human_users >= 0),
  handled_users int check (handled_users >= 0),
  handled_sessions int check (handled_sessions >= 0),
  unreplied int check (unreplied >= 0),
  unreplied_3min int check (unreplied_3min >= 0),
  replied int check (replied >= 0),
  reply_base int check (reply_base >= 0),
  within_3min int check (within_3min >= 0),
  within_3min_base int check (within_3min_base >= 0),
  within_30s int check (within_30s >= 0),
  within_30s_base int check (within_30s_base >= 0),
  frt_total_cs bigint check (frt_total_cs >= 0),
  frt_weight int check (frt_weight >= 0),
  art_total_cs bigint check (art_total_cs >= 0),
  art_weight int check (art_weight >= 0),
  satisfied int check (satisfied >= 0),
  evaluated int check (evaluated >= 0),
  inquiry_users int check (inquiry_users >= 0),
  order_users int check (order_users >= 0),
  sales_cents bigint,
  derived text[] not null default '{}',
  pending text[] not null default '{}',
  source text not null check (source in ('imported', 'keyed', 'sum')),
  batch_id int references import_batch,
  updated_at timestamptz not null default now(),
  primary key (store_id, on_day)
);
create index store_daily_company_day on store_daily (company_code, on_day);

create table agent_daily (
  like store_daily including defaults including constraints,
  nick text not null,
  primary key (store_id, on_day, nick),
  foreign key (store_id) references store,
  foreign key (company_code) references company,
  foreign key (batch_id) references import_batch
);
create index agent_daily_company_day on agent_daily (company_code, on_day);

-- The good rows of a preview, waiting for the confirm: the columns of agent_daily, and which line of the file.
-- nick is null for the platform's own store row.
create table import_row (
  batch_id int not null references import_batch on delete cascade,
  row_no int not null,
  group_id int not null references import_group on delete cascade,
  nick text,
  consult_users int,
  consult_sessions int,
  need_human_users int,
  handled_users int,
  handled_sessions int,
  unreplied int,
  unreplied_3min int,
  replied int,
  reply_base int,
  within_3min int,
  within_3min_base int,
  within_30s int,
  within_30s_base int,
  frt_total_cs bigint,
  frt_weight int,
  art_total_cs bigint,
  art_weight int,
  satisfied int,
  evaluated int,
  inquiry_users int,
  order_users int,
  sales_cents bigint,
  derived text[] not null default '{}',
  pending text[] not null default '{}',
  -- The measures as the file gives them (rates, averages), for the preview and the audit's hash.
  as_read jsonb not null,
  primary key (batch_id, row_no)
);
create index import_row_group on import_row (group_id, nick);

-- What a committed import replaced, for its undo: the agents' old rows, whole; and of each store and day (nick null) the
-- store's old row, or null where there was none. The rows that it added carry its batch_id.
create table import_replaced (
  id bigint generated always as identity primary key,
  batch_id int not null references import_batch on delete cascade,
  store_id int not null references store,
  on_day date not null,
  nick text,
  old_row jsonb
);
create index import_replaced_batch on import_replaced (batch_id);

create table import_alias (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  platform text not null,
  header text not null,
  header_key text not null,
  field text not null,
  created_at timestamptz not null default now(),
  created_by int references staff,
  constraint import_alias_key unique (company_code, platform, header_key)
);
