-- Since when a person is there, disabled or gone: who was disabled for a month, or came back after one, owes nothing of
-- it and is not paid for it. Of the rows that reach into a day the one that was entered last counts; before the first a
-- person is there. See docs/decisions/074.
create table staff_state (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff on delete cascade,
  from_on date not null,
  status text not null check (status in ('active', 'disabled', 'left')),
  created_at timestamptz not null,
  created_by int references staff
);
create index staff_state_staff on staff_state (staff_id, from_on, id);
create index staff_state_away on staff_state (company_code, from_on) where status <> 'active';

-- What the log knows of it.
insert into staff_state (company_code, staff_id, from_on, status, created_at, created_by)
select staff.company_code, staff.id,
  case entered.status when 'left' then coalesce((audit.changes -> 'leftOn' ->> 1)::date + 1, entered.on_day)
    else entered.on_day end,
  entered.status, audit.at, audit.actor_id
from audit join staff on staff.id::text = audit.record_id,
  lateral (select audit.changes -> 'status' ->> 1 as status,
    (audit.at at time zone 'Asia/Shanghai')::date as on_day) entered
where audit.entity = 'staff' and audit.action in ('disable', 'enable', 'leave', 'return')
  and entered.status in ('active', 'disabled', 'left')
order by audit.id;

-- Who is gone or disabled without a line of it.
insert into staff_state (company_code, staff_id, from_on, status, created_at, created_by)
select company_code, id, coalesce(left_on + 1, (updated_at at time zone 'Asia/Shanghai')::date), status, updated_at, updated_by
from staff
where status <> 'active' and not exists (select from staff_state known where known.staff_id = staff.id);

create trigger staff_state_append_only before update on staff_state
  for each row execute function refuse_change();
create trigger staff_state_no_truncate before truncate on staff_state
  for each statement execute function refuse_change();
