-- Figures that people give: keyed in a work log or brought by the template of past days, corrected by hand, asked about.
-- store_daily and agent_daily are what follows from the files and from these; see docs/decisions/037.

-- The columns that were corrected by hand; what they were stands in figure_correction.
alter table store_daily add column corrected text[] not null default '{}';
alter table agent_daily add column corrected text[] not null default '{}';

-- A workbook of past daily figures, one row a store and day; its good rows become keyed_figure on the confirm.
create table figure_file (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  file_name text not null,
  file_hash text not null,
  status text not null default 'preview' check (status in ('preview', 'committed', 'undone')),
  rows_total int not null,
  committed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1
);
create index figure_file_company on figure_file (company_code, id desc);

-- nick is null for a store's own row, which only a template brings.
create table keyed_figure (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  on_day date not null,
  nick text,
  worklog_id int,
  file_id int references figure_file on delete cascade,
  row_no int,
  -- A file that speaks for the whole store (整店替换) sets aside what was keyed for nicks that it does not name.
  aside_batch_id int references import_batch,
  entered_at timestamptz not null,
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
  check ((worklog_id is null) <> (file_id is null)),
  check ((nick is null) = (worklog_id is null))
);
create unique index keyed_figure_worklog on keyed_figure (worklog_id, store_id, on_day, nick) where worklog_id is not null;
create unique index keyed_figure_store_row on keyed_figure (store_id, on_day) where nick is null;
create index keyed_figure_cell on keyed_figure (store_id, on_day, nick);
create index keyed_figure_file on keyed_figure (file_id) where file_id is not null;

-- A row of a template as it was read: its figures under the names of their columns, or why it was not taken.
create table figure_file_row (
  file_id int not null references figure_file on delete cascade,
  row_no int not null,
  store_id int references store,
  store_name text not null,
  on_day date,
  figures jsonb,
  problem text,
  primary key (file_id, row_no)
);
create index figure_file_row_problem on figure_file_row (file_id, row_no) where problem is not null;

create table figure_question (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  subject text not null check (subject in ('store', 'customer', 'agent')),
  store_id int references store,
  customer_id int references customer,
  staff_id int references staff,
  metric text not null,
  from_on date not null,
  to_on date not null,
  -- The screen and its filters, as they stood in the address.
  place text not null,
  -- What the cell showed.
  shown_value bigint,
  question text not null,
  -- Who is to answer: the head of the store; null where it has none, then the admins do.
  owner_id int references staff,
  status text not null default 'open' check (status in ('open', 'answered')),
  outcome text check (outcome in ('corrected', 'imported', 'right')),
  answer text,
  batch_id int references import_batch,
  answered_at timestamptz,
  answered_by int references staff,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1
);
create index figure_question_company on figure_question (company_code, status, id desc);
create index figure_question_owner on figure_question (owner_id) where status = 'open';
create index figure_question_created on figure_question (created_by, id desc);

-- A figure corrected by hand: one row a store (or nick), day and column. It stands over `old_value` alone: an import that
-- says something else ends it.
create table figure_correction (
  id int generated always as identity primary key,
  -- What was corrected with one reason.
  act_id int not null,
  company_code char(3) not null references company,
  store_id int not null references store,
  on_day date not null,
  nick text,
  measure text not null,
  old_value bigint,
  new_value bigint,
  reason text not null,
  question_id int references figure_question,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  ended_at timestamptz,
  ended_by int references staff,
  ended_why text check (ended_why in ('import', 'undo', 'corrected', 'revoked', 'log', 'template')),
  ended_batch_id int references import_batch
);
create sequence figure_correction_act;
create unique index figure_correction_standing on figure_correction (store_id, on_day, coalesce(nick, ''), measure)
  where ended_at is null;
create index figure_correction_company on figure_correction (company_code, id desc);
create index figure_correction_batch on figure_correction (ended_batch_id) where ended_batch_id is not null;

-- A difference between what was keyed and what was imported that somebody has looked at; it is open again once either
-- side changes. nick is '' for a store's own row.
create table figure_check (
  store_id int not null references store,
  on_day date not null,
  nick text not null,
  sides jsonb not null,
  note text not null,
  checked_at timestamptz not null default now(),
  checked_by int not null references staff,
  primary key (store_id, on_day, nick)
);

-- What the platforms still count (延迟统计) is asked for again.
create index store_daily_pending on store_daily (company_code, on_day) where pending <> '{}';
create index agent_daily_pending on agent_daily (company_code, on_day) where pending <> '{}';
