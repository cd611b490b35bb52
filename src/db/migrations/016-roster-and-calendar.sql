-- Who works in which shift on which day; `rest` and `leave` stand alone on their day. A person with a row in a week
-- (Monday to Sunday) is planned for that week; without one, the store assignments say who is expected.
create table roster_shift (
  staff_id int not null references staff,
  on_day date not null,
  shift text not null check (shift in ('morning', 'middle', 'evening', 'night', 'rest', 'leave')),
  company_code char(3) not null references company,
  created_at timestamptz not null,
  created_by int references staff,
  primary key (staff_id, on_day, shift)
);
create index roster_shift_company on roster_shift (company_code, on_day);
create unique index roster_shift_off on roster_shift (staff_id, on_day) where shift in ('rest', 'leave');

-- Days off and the weekend days worked for them (调休). Without a company: everybody's; a company's own row of a day
-- stands before it.
create table holiday (
  id int generated always as identity primary key,
  company_code char(3) references company,
  on_day date not null,
  kind text not null check (kind in ('holiday', 'workday')),
  name text not null check (length(name) between 1 and 20),
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1
);
create unique index holiday_day_key on holiday (on_day, company_code) nulls not distinct;

-- Weeks in which volumes are no measure of other weeks. Without a company: everybody's; a company's own period of the
-- same name in the same year stands before it.
create table promotion_period (
  id int generated always as identity primary key,
  company_code char(3) references company,
  name text not null check (length(name) between 1 and 20),
  from_on date not null,
  to_on date not null,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check (to_on >= from_on and to_on < from_on + 92)
);
create index promotion_period_days on promotion_period (from_on, to_on);

-- 2025 and 2026 as the State Council's notices of 2024-11-12 and 2025-11-04 have them. 2027 by the standing rule of the
-- former (decision 036); its worked weekend days are not announced yet.
insert into holiday (on_day, kind, name)
select day::date, 'holiday', span.name
from (values
  ('2025-01-01'::date, '2025-01-01'::date, '元旦'),
  ('2025-01-28', '2025-02-04', '春节'),
  ('2025-04-04', '2025-04-06', '清明节'),
  ('2025-05-01', '2025-05-05', '劳动节'),
  ('2025-05-31', '2025-06-02', '端午节'),
  ('2025-10-01', '2025-10-08', '国庆节、中秋节'),
  ('2026-01-01', '2026-01-03', '元旦'),
  ('2026-02-15', '2026-02-23', '春节'),
  ('2026-04-04', '2026-04-06', '清明节'),
  ('2026-05-01', '2026-05-05', '劳动节'),
  ('2026-06-19', '2026-06-21', '端午节'),
  ('2026-09-25', '2026-09-27', '中秋节'),
  ('2026-10-01', '2026-10-07', '国庆节'),
  ('2027-01-01', '2027-01-03', '元旦'),
  ('2027-02-05', '2027-02-12', '春节'),
  ('2027-04-03', '2027-04-05', '清明节'),
  ('2027-05-01', '2027-05-05', '劳动节'),
  ('2027-06-09', '2027-06-09', '端午节'),
  ('2027-09-15', '2027-09-15', '中秋节'),
  ('2027-10-01', '2027-10-07', '国庆节')
) as span (from_on, to_on, name), generate_series(span.from_on, span.to_on, interval '1 day') as day
order by day;

insert into holiday (on_day, kind, name) values
  ('2025-01-26', 'workday', '春节'), ('2025-02-08', 'workday', '春节'),
  ('2025-04-27', 'workday', '劳动节'),
  ('2025-09-28', 'workday', '国庆节'), ('2025-10-11', 'workday', '国庆节'),
  ('2026-01-04', 'workday', '元旦'),
  ('2026-02-14', 'workday', '春节'), ('2026-02-28', 'workday', '春节'),
  ('2026-05-09', 'workday', '劳动节'),
  ('2026-09-20', 'workday', '国庆节'), ('2026-10-10', 'workday', '国庆节');

-- The core of each sale; 年货节 from 腊八 to 小年, 春节 from then to the seventh day of the new year.
insert into promotion_period (name, from_on, to_on) values
  ('年货节', '2025-01-07', '2025-01-22'), ('春节', '2025-01-23', '2025-02-04'),
  ('618', '2025-06-01', '2025-06-18'), ('双11', '2025-11-01', '2025-11-11'),
  ('年货节', '2026-01-26', '2026-02-10'), ('春节', '2026-02-11', '2026-02-23'),
  ('618', '2026-06-01', '2026-06-18'), ('双11', '2026-11-01', '2026-11-11'),
  ('年货节', '2027-01-15', '2027-01-30'), ('春节', '2027-01-31', '2027-02-12'),
  ('618', '2027-06-01', '2027-06-18'), ('双11', '2027-11-01', '2027-11-11');
