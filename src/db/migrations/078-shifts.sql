-- The shifts of a company. A code has a row for each time of its history: times, hours and name hold from `from_on` until
-- `to_on` or the next row. A shift belongs to the day on which it begins; it ends on the next day if `ends` is not later
-- than `starts` (both in minutes from 00:00). Codes that were used are never deleted. See docs/decisions/116.
create table shift_def (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  code text not null check (code ~ '^[a-z][a-z0-9]{0,19}$' and code not in ('rest', 'leave')),
  name text not null check (length(name) between 1 and 10),
  mark text not null check (length(mark) = 1),
  starts int not null check (starts between 0 and 1439),
  ends int not null check (ends between 0 and 1439),
  break_minutes int not null default 0 check (break_minutes between 0 and 480),
  -- What a person works in it, without the break.
  minutes int not null check (minutes between 30 and 960),
  -- What it counts in Σ 班次, in half shifts.
  half_shifts int not null default 2 check (half_shifts between 1 and 4),
  colour text not null check (colour in ('blue', 'orange', 'purple', 'navy', 'green', 'cyan', 'magenta', 'gold')),
  -- The order of the day in lists.
  place int not null,
  from_on date not null,
  to_on date,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  constraint shift_def_key unique (company_code, code, from_on),
  check (to_on >= from_on)
);

-- The four shifts that every company had, for a company that is there and for each one that is added, by whichever program.
create function begin_shifts(company char(3)) returns void language sql as $$
  insert into shift_def (company_code, code, name, mark, starts, ends, minutes, colour, place, from_on)
  values
    (company, 'morning', '早班', '早', 480, 960, 480, 'blue', 1, '2010-01-01'),
    (company, 'middle', '中班', '中', 720, 1200, 480, 'orange', 2, '2010-01-01'),
    (company, 'evening', '晚班', '晚', 960, 0, 480, 'purple', 3, '2010-01-01'),
    (company, 'night', '夜班', '夜', 0, 480, 480, 'navy', 4, '2010-01-01')
$$;
create function begin_shifts_of_company() returns trigger language plpgsql as $$
begin
  perform begin_shifts(new.code);
  return null;
end $$;
select begin_shifts(code) from company order by code;
create trigger company_begins_shifts after insert on company for each row execute function begin_shifts_of_company();
