-- Assignments, logs, handover notes and rosters take the shifts that the company has (078), not four fixed ones: whether a
-- code holds on the day is checked by the program, which knows the rows. The checks only say what a code looks like. Rows
-- that are there satisfy the narrower check of before; the next file validates them without holding up writes.
-- See docs/decisions/121.
alter table store_assignment
  drop constraint store_assignment_shift_check,
  add constraint store_assignment_shift_code check (shift ~ '^[a-z][a-z0-9]{0,19}$' and shift not in ('rest', 'leave'))
    not valid;
alter table worklog
  drop constraint worklog_shift_check,
  add constraint worklog_shift_code check (shift ~ '^[a-z][a-z0-9]{0,19}$' and shift not in ('rest', 'leave')) not valid;
alter table worklog_handover
  drop constraint worklog_handover_shift_check,
  add constraint worklog_handover_shift_code check (shift ~ '^[a-z][a-z0-9]{0,19}$' and shift not in ('rest', 'leave'))
    not valid;
alter table roster_shift
  drop constraint roster_shift_shift_check,
  add constraint roster_shift_shift_code check (shift ~ '^[a-z][a-z0-9]{0,19}$') not valid;

-- Programs before 0.2.0 know the four first shifts only: they cannot show a record with another one, and would plan and
-- write past it. The first shift that a company adds therefore ends their right to write to this database (066).
create function require_program_of_shifts() returns trigger language plpgsql as $$
begin
  update program_version set minimum = '0.2.0'
    where string_to_array(minimum, '.')::int[] < string_to_array('0.2.0', '.')::int[];
  return null;
end $$;
create trigger shift_def_needs_program after insert on shift_def
  for each row when (new.code not in ('morning', 'middle', 'evening', 'night'))
  execute function require_program_of_shifts();
