-- What a person is paid, from a day until the next row's day. A row is never rewritten: a correction adds another for the
-- same day and marks this one as replaced. Amounts in 分 a month. See docs/decisions/094.
create table staff_pay (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff on delete cascade,
  from_on date not null check (from_on >= '2010-01-01'),
  base_salary_cents bigint check (base_salary_cents >= 0),
  -- Seniority: a fixed amount, or so much for each full year of service, up to a cap.
  seniority_pay_cents bigint check (seniority_pay_cents >= 0),
  seniority_per_year_cents bigint check (seniority_per_year_cents >= 0),
  seniority_cap_cents bigint check (seniority_cap_cents >= 0),
  commission_rate_bp int check (commission_rate_bp between 0 and 10000),
  -- What a KPI plan multiplies; counts for nothing until there is one.
  kpi_base_cents bigint check (kpi_base_cents >= 0),
  reason text,
  -- The row for the same day that this one replaced, and the version of the person that the write left: an undo finds by
  -- them what it takes back.
  replaces_id int references staff_pay,
  staff_version int not null,
  created_at timestamptz not null,
  created_by int references staff,
  replaced_at timestamptz,
  replaced_by int references staff,
  replaced_reason text,
  constraint staff_pay_replaced_whole check ((replaced_at is null) = (replaced_reason is null)),
  constraint staff_pay_seniority_rule_whole check (
    (seniority_per_year_cents is null) = (seniority_cap_cents is null)),
  constraint staff_pay_one_seniority check (num_nonnulls(seniority_pay_cents, seniority_per_year_cents) <= 1)
);
create unique index staff_pay_key on staff_pay (staff_id, from_on) where replaced_at is null;
create index staff_pay_staff on staff_pay (staff_id, id);
create index staff_pay_company on staff_pay (company_code) where replaced_at is null;

-- A person who is deleted (added by mistake, never used) takes the rows along.
create function keep_staff_pay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from staff where id = old.staff_id) then raise exception 'pay is never rewritten'; end if;
    return old;
  end if;
  if old.replaced_at is not null
    or (to_jsonb(old) - '{replaced_at,replaced_by,replaced_reason}'::text[])
      is distinct from (to_jsonb(new) - '{replaced_at,replaced_by,replaced_reason}'::text[]) then
    raise exception 'pay is never rewritten';
  end if;
  return new;
end $$;

-- What everybody is paid now, as one row from the first day: until now it held for every day. A commission was also paid on
-- sales under nicks from before that day.
insert into staff_pay (company_code, staff_id, from_on, base_salary_cents, seniority_pay_cents, commission_rate_bp,
  staff_version, created_at, created_by)
select company_code, id,
  greatest('2010-01-01', least(
    coalesce(hired_on, (created_at at time zone 'Asia/Shanghai')::date),
    (select min(from_on) from agent_account where staff_id = staff.id and staff.commission_rate_bp > 0))),
  base_salary_cents, seniority_pay_cents, commission_rate_bp, version, updated_at, updated_by
from staff
where num_nonnulls(base_salary_cents, seniority_pay_cents, commission_rate_bp) > 0;

create trigger staff_pay_kept before update or delete on staff_pay
  for each row execute function keep_staff_pay();
create trigger staff_pay_no_truncate before truncate on staff_pay
  for each statement execute function refuse_change();
-- Pay holds from its day on; that a row was replaced is what counts of a change.
select lock_by_month('staff_pay', 'r.from_on', '''infinity''', 'r.id, r.replaced_at is null');

-- The three columns of `staff` are read by programs before this one only, and dropped in a later version (090). What such a
-- program still writes there during a rolling upgrade becomes a row: of a new person from the first day, else from the first
-- of the month, or the day from which the latest row of today holds.
create function take_over_staff_pay() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Shanghai')::date;
  current_row staff_pay;
  day date;
begin
  if num_nonnulls(new.base_salary_cents, new.seniority_pay_cents, new.commission_rate_bp) = 0 and tg_op = 'INSERT' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if (new.base_salary_cents, new.seniority_pay_cents, new.commission_rate_bp)
      is not distinct from (old.base_salary_cents, old.seniority_pay_cents, old.commission_rate_bp) then
      return null;
    end if;
    select * into current_row from staff_pay
      where staff_id = new.id and replaced_at is null and from_on <= today order by from_on desc limit 1;
  end if;
  day := case when current_row.id is null
    then greatest('2010-01-01', coalesce(new.hired_on, (new.created_at at time zone 'Asia/Shanghai')::date))
    else greatest(date_trunc('month', today)::date, current_row.from_on) end;
  update staff_pay set replaced_at = new.updated_at, replaced_by = new.updated_by, replaced_reason = '旧版程序修改'
    where staff_id = new.id and from_on = day and replaced_at is null;
  insert into staff_pay (company_code, staff_id, from_on, base_salary_cents, seniority_pay_cents, seniority_per_year_cents,
      seniority_cap_cents, commission_rate_bp, kpi_base_cents, staff_version, created_at, created_by)
    select new.company_code, new.id, day,
      case when base then new.base_salary_cents else current_row.base_salary_cents end,
      case when seniority then new.seniority_pay_cents else current_row.seniority_pay_cents end,
      case when not seniority then current_row.seniority_per_year_cents end,
      case when not seniority then current_row.seniority_cap_cents end,
      case when commission then new.commission_rate_bp else current_row.commission_rate_bp end,
      current_row.kpi_base_cents, new.version, new.updated_at, new.updated_by
    from (select current_row.id is null or new.base_salary_cents is distinct from old.base_salary_cents as base,
      current_row.id is null or new.seniority_pay_cents is distinct from old.seniority_pay_cents as seniority,
      current_row.id is null or new.commission_rate_bp is distinct from old.commission_rate_bp as commission) changed;
  return null;
end $$;
create trigger staff_pay_of_older_programs
  after insert or update of base_salary_cents, seniority_pay_cents, commission_rate_bp on staff
  for each row execute function take_over_staff_pay();

-- The first day with the company decides which days are paid, and how many years of service count: it moves over no closed
-- month in which somebody was paid by it.
create function refuse_closed_hire() returns trigger language plpgsql as $$
declare
  was date := coalesce(old.hired_on, (old.created_at at time zone 'Asia/Shanghai')::date);
  becomes date := coalesce(new.hired_on, (new.created_at at time zone 'Asia/Shanghai')::date);
  paid_from date := (select min(from_on) from staff_pay where staff_id = new.id and replaced_at is null);
  by_years_from date := (select min(from_on) from staff_pay
    where staff_id = new.id and replaced_at is null and seniority_per_year_cents > 0);
begin
  if greatest(least(was, becomes), paid_from) < greatest(was, becomes) and paid_from is not null then
    perform assert_months_open(new.company_code, date_trunc('month', greatest(least(was, becomes), paid_from))::date,
      date_trunc('month', greatest(was, becomes) - 1)::date);
  end if;
  if by_years_from is not null and date_trunc('month', was) <> date_trunc('month', becomes) then
    perform assert_months_open(new.company_code, date_trunc('month', by_years_from)::date, 'infinity');
  end if;
  return null;
end $$;
create trigger staff_month_hired_on after update of hired_on on staff
  for each row when (old.hired_on is distinct from new.hired_on) execute function refuse_closed_hire();
