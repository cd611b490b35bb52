-- What the policies of the second barrier need (decision 126). The policies themselves name roles, which only an
-- administrator can create: `npm run db:roles` adds them. Until then, and for an earlier program, nothing changes.

-- A view reads its tables as the user of the statement, so that their policies apply.
alter view booked_document set (security_invoker = true);
alter view deposit_movement set (security_invoker = true);
alter view receivable_movement set (security_invoker = true);

-- Begins the days of every company at once, whoever asks first.
alter function begin_store_days(date) security definer set search_path = public, pg_temp;

-- Records in program_version, which only the owner of the schema writes.
alter function require_program_of_shifts() security definer set search_path = public, pg_temp;

-- The codes of added shifts are distinct over all companies; a code says nothing about the company that has it.
create function used_shift_codes() returns setof text language sql stable security definer
  set search_path = public, pg_temp
  as $$ select distinct code from shift_def $$;

-- Who wrote, decided or changed something, by name. Admins of the headquarters act in every company and are named there,
-- while a company sees no other row of theirs: the view runs with the rights of its owner, and has nothing but names.
-- Whoever can do without the policies sees all, as does the role that reaches every company, whose setting is '*'.
create view staff_name with (security_barrier = true) as
select staff.id, staff.name
from staff, (
  select case when not relforcerowsecurity or pg_has_role(current_user, relowner, 'member') then '*'
    else coalesce(current_setting('houtai.company', true), '') end as company
  from pg_class where oid = 'staff'::regclass
) reached
where reached.company = '*' or staff.company_code = reached.company::bpchar
  or (staff.company_code = '001' and staff.role = 1 and reached.company <> '');

-- How many admins of the headquarters could decide on a claim of another company, without their rows.
create function count_headquarters_admins(but int) returns bigint language sql stable security definer
  set search_path = public, pg_temp
  as $$ select count(*) from staff where company_code = '001' and role = 1 and status = 'active' and id <> but $$;
