-- Weekly warnings. A week is called by its Monday. What a run found stands per customer and week; it is worked out
-- again from the figures at any time, with the same result.

-- From which point a warning is raised: of a company (customer_id null), or of one customer, where null is "as the
-- company has it". Rates in basis points.
create table warning_threshold (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  customer_id int references customer,
  near_bp int check (near_bp between 1 and 100000),
  over_bp int check (over_bp between 1 and 100000),
  over_red_bp int check (over_red_bp between 1 and 100000),
  fall_bp int check (fall_bp between 1 and 10000),
  missing_days int check (missing_days between 1 and 1000),
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint warning_threshold_key unique nulls not distinct (company_code, customer_id)
);

-- That a company's week was run as a whole: its row is also the lock that lets one run at a time work on it.
create table warning_run (
  company_code char(3) not null references company,
  week_on date not null check (extract(isodow from week_on) = 1),
  ran_at timestamptz not null,
  -- Null: by itself, on Monday.
  ran_by int references staff,
  -- The promotion that the week belongs to.
  promotion text,
  customers int not null default 0,
  primary key (company_code, week_on)
);

create table customer_week (
  customer_id int not null references customer,
  week_on date not null check (extract(isodow from week_on) = 1),
  company_code char(3) not null references company,
  volume bigint,
  expected int not null,
  reported int not null,
  volume_of text[] not null,
  -- Against the baseline, over the stores that are complete on both sides.
  compared_stores int not null,
  compared_volume bigint,
  baseline bigint,
  change_bp int,
  -- Over the stores with an included volume; the money is that of this week beyond it, 分.
  quota_volume bigint,
  quota bigint,
  use_bp int,
  overage_cents bigint check (overage_cents >= 0),
  -- The early churn score, its parts, and the number of the formula.
  score smallint not null check (score between 0 and 100),
  risk_parts jsonb not null,
  score_version smallint not null,
  primary key (customer_id, week_on)
);
create index customer_week_company on customer_week (company_code, week_on);

create table warning (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  customer_id int not null,
  week_on date not null,
  kind text not null check (kind in ('near', 'over', 'fall', 'zero', 'missing')),
  level text not null check (level in ('yellow', 'red')),
  -- near, over: use of the quota; fall, zero: change, both in basis points; missing: store-days.
  value int not null,
  status text not null default 'pending' check (status in ('pending', 'handling', 'resolved', 'ignored')),
  handler_id int references staff,
  -- The week that showed it to be over, where nobody had to say so.
  resolved_week_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint warning_key unique (customer_id, week_on, kind),
  foreign key (customer_id, week_on) references customer_week
);
create index warning_company on warning (company_code, week_on, status);
create index warning_open on warning (customer_id, kind) where status in ('pending', 'handling');

-- What was done about a warning, and said; by null: the program itself. Never rewritten.
create table warning_event (
  id int generated always as identity primary key,
  warning_id int not null references warning,
  at timestamptz not null,
  by_id int references staff,
  status text not null check (status in ('pending', 'handling', 'resolved', 'ignored')),
  note text,
  week_on date
);
create index warning_event_warning on warning_event (warning_id, id);
create trigger warning_event_append_only before update or delete on warning_event
  for each row execute function refuse_change();
create trigger warning_event_no_truncate before truncate on warning_event
  for each statement execute function refuse_change();

-- A note that is a complaint of the merchant counts for the early churn score.
alter table customer_note add column complaint boolean not null default false;
create index customer_note_complaint on customer_note (customer_id, created_at) where complaint;
