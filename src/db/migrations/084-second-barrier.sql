-- What the policies of the second barrier need (decision 126). The policies themselves name roles, which only an
-- administrator can create: `npm run db:roles` adds them. Until then, and for an earlier program, nothing changes.

-- A view reads its tables as the user of the statement, so that their policies apply.
alter view booked_document set (security_invoker = true);
alter view deposit_movement set (security_invoker = true);
alter view receivable_movement set (security_invoker = true);

-- Begins the days of every company at once, whoever asks first.
alter function begin_store_days(date) security definer set search_path = public, pg_temp;
