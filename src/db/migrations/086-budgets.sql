-- What each person used of a budget (kit/budgets.ts) in the current hour or on the current day, and in the one before.
-- One row per person and kind, so the table does not grow. See docs/decisions/127.
create table budget_use (
  staff_id int not null references staff on delete cascade,
  kind text not null check (length(kind) between 1 and 20),
  since timestamptz not null,
  used int not null check (used >= 0),
  used_before int not null check (used_before >= 0),
  -- The amount of the last reservation.
  granted int not null check (granted > 0),
  primary key (staff_id, kind)
) with (fillfactor = 50);
