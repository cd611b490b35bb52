-- Clock records (打卡) are imported from sheets of 企业微信 or 钉钉. Nothing in them changes pay by itself. See
-- docs/decisions/122.
create table clock_file (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  source text not null check (source in ('wecom', 'dingtalk')),
  file_name text not null check (length(file_name) between 1 and 255),
  file_hash text not null,
  status text not null default 'preview' check (status in ('preview', 'committed', 'undone')),
  rows_total int not null,
  from_on date,
  to_on date,
  created_at timestamptz not null,
  created_by int not null references staff,
  committed_at timestamptz,
  undone_at timestamptz,
  version int not null default 1,
  constraint clock_file_steps check (
    (status = 'preview') = (committed_at is null) and (status = 'undone') = (undone_at is not null))
);
create index clock_file_company on clock_file (company_code, id);

-- The rows as they were read. `person_key` identifies the person in the source: the account, else the employee number,
-- else the name. Punches are minutes from 00:00 of the day; 1440 and more are on the next day.
create table clock_row (
  file_id int not null references clock_file on delete cascade,
  row_no int not null,
  person_key text not null check (length(person_key) <= 200),
  person_name text not null check (length(person_name) <= 200),
  employee_no text,
  on_day date,
  punches int[] not null default '{}',
  note text,
  -- Why the reader could not read the row, as a sentence.
  problem jsonb,
  primary key (file_id, row_no)
);
create index clock_row_person on clock_row (person_key);

-- What counts: the punches of a person's day by file. Of several committed files the one committed last counts, so that
-- an undo deletes rows and earlier files count again.
create table clock_day (
  file_id int not null references clock_file,
  staff_id int not null references staff,
  on_day date not null,
  company_code char(3) not null references company,
  row_no int not null,
  punches int[] not null,
  note text,
  primary key (staff_id, on_day, file_id)
);
create index clock_day_file on clock_day (file_id, row_no);
create index clock_day_company on clock_day (company_code, on_day);
select lock_by_month('clock_day', 'r.on_day');

-- Who a person of a source is, as a user said once.
create table clock_person (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  source text not null check (source in ('wecom', 'dingtalk')),
  person_key text not null check (length(person_key) between 1 and 200),
  staff_id int not null references staff,
  created_at timestamptz not null,
  created_by int not null references staff,
  updated_at timestamptz not null,
  updated_by int not null references staff,
  constraint clock_person_key unique (company_code, source, person_key)
);
create index clock_person_staff on clock_person (staff_id);

-- What a user decided on a proposal for attendance. A taken one has its correction of the payroll, which closed months
-- refuse; it no longer counts once the correction is reversed.
create table clock_decision (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  on_day date not null,
  half_days smallint not null check (half_days between -4 and 4 and half_days <> 0),
  reason jsonb not null,
  taken boolean not null,
  correction_id int references payroll_correction,
  created_at timestamptz not null,
  created_by int not null references staff,
  reversed_at timestamptz,
  reversed_by int references staff,
  constraint clock_decision_taken check (taken = (correction_id is not null))
);
create index clock_decision_day on clock_decision (staff_id, on_day);
create index clock_decision_company on clock_decision (company_code, on_day);

-- What attendance for pay is counted by from a month on, and how many minutes are tolerated. Without a row: logs, 10.
create table clock_rule (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  from_on date not null check (extract(day from from_on) = 1),
  basis text not null check (basis in ('log', 'clock', 'both')),
  tolerance_minutes int not null check (tolerance_minutes between 0 and 120),
  created_at timestamptz not null,
  created_by int not null references staff,
  updated_at timestamptz not null,
  updated_by int not null references staff,
  version int not null default 1,
  constraint clock_rule_key unique (company_code, from_on)
);
select lock_by_month('clock_rule', 'r.from_on', '''infinity''');
