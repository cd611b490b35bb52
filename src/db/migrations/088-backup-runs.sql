-- What came of each backup, each copy of a backup to another place, and each test restore (docs/decisions/132). Every
-- node writes its own attempts; the newest 500 of each kind and target are kept.
create table backup_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'copy', 'test_restore')),
  -- 'local', or the name of a target as in the settings, without secrets.
  target text not null check (length(target) between 1 and 500),
  -- The name of the backup; null while it has none.
  file text,
  started_at timestamptz not null,
  ended_at timestamptz,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  bytes bigint check (bytes >= 0),
  rows bigint check (rows >= 0),
  -- JSON of a sentence (docs/decisions/108).
  outcome text,
  node text not null,
  check ((state = 'running') = (ended_at is null))
);
create index on backup_run (kind, target, id desc);
