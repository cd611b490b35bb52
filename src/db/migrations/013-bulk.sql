-- The path a write took, where it was not by hand; part of the line's hash where it is there.
alter table audit add column via text check (via in ('bulk', 'import', 'undo', 'restore', 'merge'));

-- The same values for many records. Its rows are checked, written and taken back some at a time, as the browser asks.
create table bulk_edit (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  entity text not null check (entity in ('staff', 'customer', 'store')),
  -- Field → value.
  changes jsonb not null,
  state text not null default 'checking'
    check (state in ('checking', 'ready', 'running', 'done', 'undoing', 'undone')),
  created_at timestamptz not null,
  created_by int not null references staff,
  run_at timestamptz,
  undone_at timestamptz,
  undone_by int references staff
);
create index bulk_edit_company on bulk_edit (company_code, id);

create table bulk_edit_row (
  bulk_edit_id int not null references bulk_edit on delete cascade,
  position int not null,
  record_id int not null,
  name text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'ready', 'skipped', 'done', 'failed', 'undone', 'kept')),
  -- Why it was skipped, failed, or could not be taken back.
  problem text,
  -- What stood in the changed fields, and the version that the edit made: whoever wrote since made another.
  before jsonb,
  version int,
  primary key (bulk_edit_id, position),
  unique (bulk_edit_id, record_id)
);
create index bulk_edit_row_state on bulk_edit_row (bulk_edit_id, state, position);

-- A sheet of records: checked and written some rows at a time. Its cells are kept as they came for the file of what failed;
-- only whoever sent them gets them back, and they go once the row is written, or with the days.
create table record_import (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  entity text not null check (entity in ('staff', 'customer', 'store')),
  file_name text not null,
  headers jsonb not null,
  state text not null default 'checking' check (state in ('checking', 'ready', 'running', 'done')),
  created_at timestamptz not null,
  created_by int not null references staff,
  run_at timestamptz
);
create index record_import_company on record_import (company_code, id);

create table record_import_row (
  record_import_id int not null references record_import on delete cascade,
  -- As the sheet numbers it.
  row int not null,
  -- Rows that others point at come first.
  turn smallint not null,
  cells jsonb,
  name text not null,
  state text not null check (state in
    ('waiting', 'create', 'update', 'same', 'conflict', 'error', 'created', 'updated', 'failed')),
  problem text,
  record_id int,
  primary key (record_import_id, row)
);
create index record_import_row_state on record_import_row (record_import_id, state, turn, row);
