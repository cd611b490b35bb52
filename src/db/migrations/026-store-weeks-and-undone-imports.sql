-- A store's part in its customer's week, as the run found it: a reader who reaches some of the stores only gets the sums
-- of those. Weeks that were run before this have no rows until they are run again; such a reader gets no figures of them.
create table store_week (
  store_id int not null references store,
  week_on date not null,
  customer_id int not null,
  company_code char(3) not null references company,
  volume bigint not null,
  expected int not null,
  reported int not null,
  volume_of text[] not null,
  -- Its own four complete weeks, the latest first; null where it is not compared.
  before int[],
  -- Under terms with an included volume; null where there are none.
  quota_volume bigint,
  quota bigint,
  -- Replies by the platform's own metric: the four weeks up to this one, and the four before.
  target_bp int,
  reply_part bigint not null,
  reply_base bigint not null,
  reply_part_before bigint not null,
  reply_base_before bigint not null,
  primary key (store_id, week_on),
  foreign key (customer_id, week_on) references customer_week
);
create index store_week_customer on store_week (customer_id, week_on);

-- A sheet of records can be taken back for a day: what it changed to what stood there, what it made is removed.
alter table record_import
  drop constraint record_import_state_check,
  add constraint record_import_state_check
    check (state in ('checking', 'ready', 'running', 'done', 'undoing', 'undone')),
  add column undone_at timestamptz,
  add column undone_by int references staff;
alter table record_import_row
  drop constraint record_import_row_state_check,
  add constraint record_import_row_state_check check (state in
    ('waiting', 'create', 'update', 'same', 'conflict', 'error', 'created', 'updated', 'failed', 'undone', 'kept')),
  -- What stood in the changed fields, and the version that the import left: whoever wrote since made another.
  add column before jsonb,
  add column version int;
