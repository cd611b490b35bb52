-- A company's month: open until it is closed, closed until it is opened again. See docs/decisions/056.
create table monthly_financial (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  month_on date not null check (extract(day from month_on) = 1),
  status text not null check (status in ('open', 'closed', 'reopened')),
  -- The number of the newest snapshot; it stands while the month is closed.
  snapshot_no int not null default 0 check (snapshot_no >= 0),
  closed_at timestamptz,
  closed_by int references staff,
  reopened_at timestamptz,
  reopened_by int references staff,
  reopened_why text,
  -- A reopening that a second admin has still to confirm.
  reopening_at timestamptz,
  reopening_by int references staff,
  reopening_why text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint monthly_financial_key unique (company_code, month_on),
  constraint monthly_financial_closed_whole check (
    (snapshot_no > 0) = (closed_at is not null and closed_by is not null)),
  constraint monthly_financial_snapshot_stands check (status = 'open' or snapshot_no > 0),
  constraint monthly_financial_reopened_whole check (
    status <> 'reopened' or (reopened_at is not null and reopened_by is not null and reopened_why is not null)),
  constraint monthly_financial_reopening_whole check (
    (reopening_at is null) = (reopening_by is null) and (reopening_at is null) = (reopening_why is null)),
  constraint monthly_financial_reopening_of_closed check (reopening_at is null or status = 'closed')
);
create index monthly_financial_closed on monthly_financial (company_code, month_on) where status = 'closed';

-- The month's result as it was closed: never rewritten, also where the month is opened again. `hash`: SHA-256 of the
-- canonical JSON of `content`.
create table monthly_snapshot (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  month_on date not null,
  no int not null check (no > 0),
  content jsonb not null,
  hash char(64) not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by int references staff,
  constraint monthly_snapshot_key unique (company_code, month_on, no)
);
create trigger monthly_snapshot_append_only before update or delete on monthly_snapshot
  for each row execute function refuse_change();
create trigger monthly_snapshot_no_truncate before truncate on monthly_snapshot
  for each statement execute function refuse_change();

-- Each closing and reopening, and what was left open with which reason.
create table monthly_step (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  month_on date not null,
  action text not null check (action in ('close', 'reopen', 'request-reopen')),
  snapshot_no int not null,
  reason text,
  -- [{ item, reason }]
  waived jsonb not null default '[]',
  at timestamptz not null,
  by_id int references staff,
  constraint monthly_step_reopens_with_reason check (action = 'close' or reason is not null)
);
create index monthly_step_month on monthly_step (company_code, month_on, id desc);
create trigger monthly_step_append_only before update or delete on monthly_step
  for each row execute function refuse_change();
create trigger monthly_step_no_truncate before truncate on monthly_step
  for each statement execute function refuse_change();

-- Costs that nothing else knows: rent, insurance. In 分; what came in besides is negative.
create table monthly_manual_line (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  month_on date not null check (extract(day from month_on) = 1),
  label text not null check (length(label) between 1 and 60),
  amount_cents bigint not null check (amount_cents <> 0),
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);
create index monthly_manual_line_month on monthly_manual_line (company_code, month_on, id);

-- The number under which those who write into a month meet whoever closes it; without a month, those who close.
create function month_lock(company char(3), month_on date default null) returns bigint language sql stable as $$
  select hashtextextended('month ' || company || coalesce(' ' || to_char(month_on, 'YYYY-MM'), ''), 0)
$$;

-- Refuses a write that touches a closed month. Whoever writes holds the month together with other writers; closing takes
-- it for itself before it reads, so that no write in flight slips in between, and whoever comes later sees it closed.
-- A month that is not over cannot be closed. HT001 is ours: the program says it in words.
create function assert_months_open(company char(3), from_month date, to_month date) returns void
language plpgsql as $$
declare
  closed date;
begin
  perform pg_advisory_xact_lock_shared(month_lock(company, month::date))
    from generate_series(from_month, least(to_month, greatest(from_month, now()::date)), interval '1 month') month;
  select min(month_on) into closed from monthly_financial
    where company_code = company and status = 'closed' and month_on between from_month and to_month;
  if closed is not null then
    raise exception 'the month % is closed', to_char(closed, 'YYYY-MM')
      using errcode = 'HT001', detail = to_char(closed, 'YYYY-MM');
  end if;
end $$;

-- After a statement on a table whose rows count for a month. Arguments, in SQL over a row `r`: the company, the first and
-- the last day that it counts for, what of it counts (an update that leaves that alone passes), and which rows count.
create function refuse_closed_month() returns trigger language plpgsql as $$
declare
  seen text := format('select (%s)::char(3) as company, (%s)::date as first_on, (%s)::date as last_on, %s from %%s r where %s',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], tg_argv[4]);
  found_rows text;
  touched record;
begin
  found_rows := case tg_op
    when 'INSERT' then format(seen, 'becomes')
    when 'DELETE' then format(seen, 'was')
    else format('(%1$s except all %2$s) union all (%2$s except all %1$s)', format(seen, 'was'), format(seen, 'becomes'))
  end;
  for touched in execute format('
    select distinct company, date_trunc(''month'', first_on)::date as from_month,
      date_trunc(''month'', last_on)::date as to_month
    from (%s) touching order by 1, 2, 3', found_rows)
  loop
    perform assert_months_open(touched.company, touched.from_month, touched.to_month);
  end loop;
  return null;
end $$;

-- Puts a table under the lock of its months, for every statement that adds, changes or removes rows. Other migrations
-- call it for tables of theirs: select lock_by_month('payroll_correction', 'r.month_on'). Whatever else is booked by
-- month can call assert_months_open() itself.
create function lock_by_month(
  counted text, first_on text, last_on text default null, counts text default 'r.*', only_rows text default 'true',
  company text default 'r.company_code', events text[] default '{insert,update,delete}'
) returns void language plpgsql as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger %I after %s on %I referencing %s for each statement
        execute function refuse_closed_month(%L, %L, %L, %L, %L)',
      counted || '_month_' || event, event, counted,
      case event when 'insert' then 'new table as becomes' when 'delete' then 'old table as was'
        else 'old table as was new table as becomes' end,
      company, first_on, coalesce(last_on, first_on), counts, only_rows);
  end loop;
end $$;

-- Figures and logs count for their day.
select lock_by_month('store_daily', 'r.on_day');
select lock_by_month('agent_daily', 'r.on_day');
select lock_by_month('keyed_figure', 'r.on_day');
select lock_by_month('figure_correction', 'r.on_day');
select lock_by_month('worklog', 'r.on_day');
select lock_by_month('roster_shift', 'r.on_day');
select lock_by_month('monthly_manual_line', 'r.month_on');

-- Terms hold from their day on; that a row was replaced is what counts of a change.
select lock_by_month('store_terms', 'r.from_on', '''infinity''', 'r.id, r.replaced_at is null');

-- Of a store's states only service counts: where it begins, and where another state ends it.
select lock_by_month('store_state', 'r.from_on', '''infinity''', only_rows => $$
  r.status = 'serving' or 'serving' = (
    select earlier.status from store_state earlier
      where earlier.store_id = r.store_id and (earlier.from_on, earlier.id) < (r.from_on, r.id)
      order by earlier.from_on desc, earlier.id desc limit 1)$$, events => '{insert}');

-- Bills count for their service month, once they are issued and until they are void. Their way (receipts of a later
-- month, the invoice, a merged customer) changes nothing of it; a draft that was left over can be rejected.
select lock_by_month('customer_bill', 'r.month_on', counts => $$
  r.id, r.store_id, r.kind, r.from_on, r.to_on, r.discount_cents, r.total_cents, r.status in ('draft', 'void')$$);
select lock_by_month('customer_bill_line', '(select b.month_on from customer_bill b where b.id = r.bill_id)',
  company => '(select b.company_code from customer_bill b where b.id = r.bill_id)');
select lock_by_month('customer_bill_run', 'r.month_on');
-- A receipt counts for its own day; that it was reversed, for the day of the reversal.
select lock_by_month('bill_receipt', 'r.on_day', counts => 'r.id');

-- Claims count for the month that they are booked in, their payout for its own day. A claim of a closed month can still be
-- given back, refused, or booked in another month by its applicant, and be paid.
select lock_by_month('reimbursement_bill', '(r.month || ''-01'')', events => '{insert,delete}');
select lock_by_month('reimbursement_item', '(select b.month || ''-01'' from reimbursement_bill b where b.id = r.bill_id)',
  company => '(select b.company_code from reimbursement_bill b where b.id = r.bill_id)',
  counts => 'r.id, r.bill_id, r.amount_cents, r.approved_cents, r.target, r.store_id',
  only_rows => $$exists (
    select from reimbursement_bill b where b.id = r.bill_id and b.status in ('approved', 'paid'))$$);

create function refuse_closed_claim() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct b.company_code, booked.month_on
    from becomes b join was w using (id), lateral (values
      -- Handed in, let pass, or written.
      ((b.month || '-01')::date, case b.status
        when 'submitted' then true
        when 'approved' then true
        when 'paid' then w.status not in ('approved', 'paid')
        else w.status = b.status end),
      -- What had been let pass is no longer, or in another month.
      ((w.month || '-01')::date, w.status in ('approved', 'paid')
        and (b.month <> w.month or b.approved_cents is distinct from w.approved_cents
          or b.status not in ('approved', 'paid'))),
      (date_trunc('month', b.paid_on)::date, b.paid_on is distinct from w.paid_on),
      (date_trunc('month', w.paid_on)::date, b.paid_on is distinct from w.paid_on)
    ) booked (month_on, counts)
    where booked.counts and booked.month_on is not null
    order by 1, 2
  loop
    perform assert_months_open(touched.company_code, touched.month_on, touched.month_on);
  end loop;
  return null;
end $$;
create trigger reimbursement_bill_month_update after update on reimbursement_bill
  referencing old table as was new table as becomes for each statement execute function refuse_closed_claim();

-- An assignment counts for its days; of one that is ended earlier or later, for the days between the two ends.
select lock_by_month('store_assignment', 'r.from_on', 'coalesce(r.to_on, ''infinity'')', events => '{insert,delete}');

create function refuse_closed_assignment() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct b.company_code, date_trunc('month', days.first_on)::date as from_month,
      date_trunc('month', days.last_on)::date as to_month
    from becomes b join was w using (id), lateral (
      select case when (b.store_id, b.staff_id, b.duty, b.shift, b.share_percent, b.from_on)
            is distinct from (w.store_id, w.staff_id, w.duty, w.shift, w.share_percent, w.from_on)
          then least(b.from_on, w.from_on)
          else least(coalesce(b.to_on, 'infinity'), coalesce(w.to_on, 'infinity')) + 1 end as first_on,
        greatest(coalesce(b.to_on, 'infinity'), coalesce(w.to_on, 'infinity')) as last_on
    ) days
    where days.first_on <= days.last_on
    order by 1, 2, 3
  loop
    perform assert_months_open(touched.company_code, touched.from_month, touched.to_month);
  end loop;
  return null;
end $$;
create trigger store_assignment_month_update after update on store_assignment
  referencing old table as was new table as becomes for each statement execute function refuse_closed_assignment();

-- A row of past figures whose month is closed is not taken.
alter table figure_file_row
  drop constraint figure_file_row_reason_check,
  add constraint figure_file_row_reason_check check (reason in ('unread', 'noStore', 'severalStores', 'otherStore',
    'repeated', 'closed', 'imported', 'corrected'));
