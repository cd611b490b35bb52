-- What the program does by itself at a given instant, once for all nodes: whoever inserts the row of that instant does
-- the work, and says so again and again (beat_at). One that has fallen silent is taken over; what failed is tried again.
-- `outcome` says in Chinese what came of it.
create table job_run (
  job text not null,
  due_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  attempts smallint not null default 1,
  node text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  primary key (job, due_at),
  check ((state = 'running') = (ended_at is null))
);
