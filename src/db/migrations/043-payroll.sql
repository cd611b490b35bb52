-- Corrections of a person's month: an amount in 分, or half days of attendance, with the reason. A line is never changed;
-- another one takes it back. See docs/decisions/059.
create table payroll_correction (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  month_on date not null check (extract(day from month_on) = 1),
  amount_cents bigint,
  half_days smallint,
  reason text not null check (length(reason) between 1 and 200),
  -- The line that this one takes back.
  reverses_id int references payroll_correction,
  created_at timestamptz not null,
  created_by int references staff,
  constraint payroll_correction_of_one check (
    (amount_cents is null) <> (half_days is null) and coalesce(amount_cents, half_days) <> 0)
);
create unique index payroll_correction_reversed_once on payroll_correction (reverses_id);
create index payroll_correction_month on payroll_correction (company_code, month_on, staff_id);
create trigger payroll_correction_append_only before update or delete on payroll_correction
  for each row execute function refuse_change();
create trigger payroll_correction_no_truncate before truncate on payroll_correction
  for each statement execute function refuse_change();
select lock_by_month('payroll_correction', 'r.month_on', events => '{insert}');

-- The pay of a month as it was when the month was closed, person by person; the newest `no` stands while it is closed.
create table payroll_month (
  company_code char(3) not null references company,
  month_on date not null check (extract(day from month_on) = 1),
  no int not null check (no > 0),
  staff_id int not null references staff,
  -- What payroll/sheets.ts makes of a person's month.
  sheet jsonb not null,
  primary key (company_code, month_on, no, staff_id)
);
create trigger payroll_month_append_only before update or delete on payroll_month
  for each row execute function refuse_change();
create trigger payroll_month_no_truncate before truncate on payroll_month
  for each statement execute function refuse_change();
