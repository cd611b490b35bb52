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
