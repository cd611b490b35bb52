-- The work log of an agent, a day and a shift: words, hours, and per store and nick the figures that count for it. What
-- a platform's file says stands in agent_daily and wins; a line keeps what was keyed, or what the file said when the log
-- was saved last.

create table worklog (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  on_day date not null,
  shift text not null check (shift in ('morning', 'middle', 'evening', 'night')),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'returned')),
  -- Half hours: 16 is 8 hours.
  half_hours smallint check (half_hours between 0 and 48),
  summary text check (length(summary) <= 2000),
  problems text check (length(problems) <= 2000),
  suggestions text check (length(suggestions) <= 2000),
  handover text check (length(handover) <= 2000),
  submitted_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by int references staff,
  -- Why it was returned; it stays until the next review.
  review_note text check (length(review_note) <= 500),
  -- Once returned, a log may be mended however long ago its day is.
  was_returned boolean not null default false,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  constraint worklog_key unique (staff_id, on_day, shift),
  constraint worklog_own_shift_is_reviewed_by_others check (reviewed_by <> staff_id),
  constraint worklog_submitted_whole check (
    status in ('draft', 'returned') or (submitted_at is not null and summary is not null and half_hours is not null)),
  constraint worklog_reviewed_whole check (
    (status in ('approved', 'returned')) = (reviewed_at is not null and reviewed_by is not null)),
  constraint worklog_return_has_reason check (status <> 'returned' or review_note is not null)
);
create index worklog_company_day on worklog (company_code, on_day desc, id);
create index worklog_submitted on worklog (company_code, staff_id) where status = 'submitted';
create index worklog_returned on worklog (staff_id) where status = 'returned';

create table worklog_line (
  worklog_id int not null references worklog on delete cascade,
  store_id int not null references store,
  -- Empty where the agent has no nick at the store.
  nick text not null,
  source text not null check (source in ('imported', 'keyed', 'empty')),
  consult_users int check (consult_users >= 0),
  handled_users int check (handled_users >= 0),
  unreplied int check (unreplied >= 0),
  rate_3min_bp int check (rate_3min_bp between 0 and 10000),
  -- Averages in hundredths of a second.
  frt_cs int check (frt_cs >= 0),
  art_cs int check (art_cs >= 0),
  satisfied int check (satisfied >= 0),
  evaluated int check (evaluated >= 0),
  primary key (worklog_id, store_id, nick),
  check (unreplied <= consult_users),
  check (satisfied <= evaluated)
);
create index worklog_line_store on worklog_line (store_id);

-- A note of a submitted log on its way to the next shift of its stores: to whom, for which day and shift, and the words
-- as they were then.
create table worklog_handover (
  worklog_id int not null references worklog on delete cascade,
  staff_id int not null references staff,
  on_day date not null,
  shift text not null check (shift in ('morning', 'middle', 'evening', 'night')),
  store_ids int[] not null,
  text text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (worklog_id, staff_id)
);
create index worklog_handover_reader on worklog_handover (staff_id, on_day);

-- Who was reminded of which days, and when: at most once an hour a person.
create table worklog_reminder (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  days date[] not null,
  at timestamptz not null,
  by_id int not null references staff
);
create index worklog_reminder_staff on worklog_reminder (staff_id, at desc);
