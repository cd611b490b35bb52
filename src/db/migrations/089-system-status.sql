-- What the program reports of itself (docs/decisions/134).

-- A running program and what it has measured; it writes its row every minute and deletes it when it stops.
create table system_node (
  node text primary key,
  -- The machine, so that nodes with the same disk count once.
  host text not null,
  -- Its name on the screen: 1, 2, …; the smallest number that was free when it started.
  no smallint not null unique check (no > 0),
  version text not null,
  -- Number of the last migration when it started.
  schema text,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  facts jsonb not null
);

-- A problem, or one that was resolved; the row of a problem that comes again is used again.
create table system_problem (
  key text primary key check (length(key) between 1 and 600),
  severity text not null check (severity in ('error', 'warning')),
  -- JSON of sentences (docs/decisions/108).
  title text not null,
  remedy text not null,
  since timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From then on people are told, if it lasts so long.
  tell_at timestamptz not null,
  notified_at timestamptz,
  told_people int not null default 0,
  group_told_at timestamptz,
  told_groups int not null default 0,
  resolved_at timestamptz,
  resolution_told_at timestamptz
);

-- Values over time, for differences and trends: one an hour for each key, kept 35 days.
create table system_sample (
  key text not null check (length(key) between 1 and 300),
  at timestamptz not null,
  value bigint not null,
  primary key (key, at)
);

-- How far the chain of a company has been verified; the job goes round and round.
create table audit_check (
  company_code char(3) primary key references company,
  -- The last position that was verified in this round, and when the round began.
  position bigint not null default 0,
  round_began_at timestamptz not null,
  -- The last complete round.
  verified_at timestamptz,
  lines bigint,
  -- The first fault; it stays until a complete round finds none.
  broken_seq bigint,
  broken_reason text,
  broken_at timestamptz,
  checked_at timestamptz not null
);
