-- A leave, from a half day to a half day. Only an approved one counts: it beats the roster and the assignments of its days.
-- See docs/decisions/117.
create table staff_leave (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  kind text not null
    check (kind in ('personal', 'sick', 'annual', 'swapped', 'marriage', 'maternity', 'bereavement', 'other')),
  from_on date not null,
  -- Whether it begins at noon of its first day, and ends at noon of its last one.
  from_noon boolean not null default false,
  to_on date not null,
  to_noon boolean not null default false,
  reason text not null check (length(reason) between 1 and 200),
  status text not null check (status in ('requested', 'approved', 'refused', 'withdrawn')),
  decided_at timestamptz,
  decided_by int references staff,
  decision_note text check (length(decision_note) between 1 and 200),
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  check (to_on >= from_on and to_on < from_on + 366),
  constraint staff_leave_some_time check (not (from_on = to_on and from_noon and to_noon)),
  constraint staff_leave_refused_why check (status <> 'refused' or decision_note is not null)
);
create index staff_leave_person on staff_leave (staff_id, from_on);
create index staff_leave_company on staff_leave (company_code, status, from_on);

-- An approved leave takes away days that are expected for pay.
select lock_by_month('staff_leave', 'r.from_on', 'r.to_on', 'r.id, r.status = ''approved''',
  $$r.status in ('requested', 'approved')$$);

-- How many people a store needs on a shift: on a day, else on a weekday (1 Monday to 7 Sunday), else always. Without a row
-- one person on each of the store's shifts.
create table store_need (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  shift text not null,
  weekday int check (weekday between 1 and 7),
  on_day date,
  heads int not null check (heads between 0 and 99),
  created_at timestamptz not null,
  created_by int references staff,
  constraint store_need_one_day check (num_nonnulls(weekday, on_day) <= 1),
  constraint store_need_key unique nulls not distinct (store_id, shift, weekday, on_day)
);
create index store_need_company on store_need (company_code);

-- Whom a stand-in (duty `substitute`) takes the place of at the store and shift, and the leave that it was named for. Both are
-- null in the rows of earlier versions, for which nothing changes.
alter table store_assignment
  add column instead_of int references staff,
  add column leave_id int references staff_leave;
create index store_assignment_instead_of on store_assignment (instead_of, from_on) where instead_of is not null;
