-- Past daily figures come in a workbook (docs/decisions/046): it is read before anybody sees it, tried before it is
-- written, and can be taken back as long as no later one stands on the same stores and days.

alter table figure_file drop constraint figure_file_status_check;
alter table figure_file add constraint figure_file_status_check
  check (status in ('reading', 'preview', 'committed', 'undone'));
alter table figure_file
  add column headers jsonb not null default '[]',
  -- Lines of the template that nobody filled in.
  add column rows_empty int not null default 0,
  -- How many rows of each state, as they were counted last.
  add column counts jsonb not null default '{}',
  add column stores_total int not null default 0,
  add column from_on date,
  add column to_on date,
  -- The order of commits, as of import_batch.
  add column commit_no bigint unique,
  add column undone_at timestamptz;
create index figure_file_hash on figure_file (company_code, file_hash);

-- What a row would do, or did: why not, in a word (`problem` is the reader's own sentence), which row it says again, and
-- its cells as they were sent.
drop index figure_file_row_problem;
alter table figure_file_row
  add column state text not null default 'error' check (state in ('create', 'update', 'same', 'conflict', 'error')),
  add column reason text check (reason in ('unread', 'noStore', 'severalStores', 'otherStore', 'repeated', 'imported', 'corrected')),
  add column first_row int,
  add column cells jsonb not null default '[]';
create index figure_file_row_state on figure_file_row (file_id, state, row_no);
create index figure_file_row_cell on figure_file_row (store_id, on_day) where store_id is not null;
