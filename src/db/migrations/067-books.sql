-- The month in which a company's books begin. Null until somebody says so: until then nothing is booked.
alter table company add column books_from date check (extract(day from books_from) = 1);

-- A company that has booked something begins with its earliest closed month; else with the earliest service month of a bill
-- that was issued, at most 24 months back; every other one that is there with the month it is.
update company set books_from = coalesce(
  (select min(month_on) from monthly_financial where company_code = code and snapshot_no > 0),
  greatest(
    (select min(month_on) from customer_bill
      where company_code = code and origin <> 'opening' and status not in ('draft', 'void')),
    (date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '24 months')::date),
  date_trunc('month', now() at time zone 'Asia/Shanghai')::date);

-- A receipt, a reversal or a payout that was put on another day: the row that took its place, and the one that it replaces.
alter table bill_receipt add column replaces_id int references bill_receipt;
-- A reversal that was put on another day is itself taken back.
alter table bill_receipt
  drop constraint bill_receipt_reversal,
  add constraint bill_receipt_reversal check (
    (reverses_id is null) = (reason is null) and (reverses_id is null or txn_no is null));
create index bill_receipt_replaces on bill_receipt (replaces_id) where replaces_id is not null;
-- What came in by a bank's file stays booked on the row that says so.
create function link_bank_row() returns trigger language plpgsql as $$
begin
  insert into bank_row_receipt (row_id, receipt_id)
    select row_id, new.id from bank_row_receipt where receipt_id = new.replaces_id;
  return null;
end $$;
create trigger bill_receipt_keeps_bank_row after insert on bill_receipt
  for each row when (new.replaces_id is not null and new.reverses_id is null) execute function link_bank_row();

-- Costs of every month, as rent: a manual line is added when a month begins, by a job, from one month to another or on and on.
create table monthly_recurring_line (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  label text not null check (length(label) between 1 and 60),
  amount_cents bigint not null check (amount_cents <> 0),
  from_on date not null check (extract(day from from_on) = 1),
  to_on date check (extract(day from to_on) = 1 and to_on >= from_on),
  -- The first month that has no line yet.
  next_on date not null check (extract(day from next_on) = 1 and next_on >= from_on),
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);
create index monthly_recurring_line_company on monthly_recurring_line (company_code);
alter table monthly_manual_line add column recurring_id int references monthly_recurring_line;
create index monthly_manual_line_recurring on monthly_manual_line (recurring_id) where recurring_id is not null;

-- The days that a document of a company may have; `infinity` where there is no bound, null where its books have not begun.
-- The program says which bound was passed (people/books/rules.ts); this is the same table (design/domain-2.md, section 1).
create function book_bounds(company_code char(3), document text, out earliest date, out latest date)
language sql stable as $$
  select case document
      when 'opening' then (books_from - interval '5 years')::date
      when 'bank-row' then '-infinity'
      else books_from end,
    case document
      when 'opening' then books_from - 1
      when 'bill' then (date_trunc('month', today) + interval '12 months')::date
      when 'manual-line' then date_trunc('month', today)::date
      when 'pay-correction' then date_trunc('month', today)::date
      when 'claim' then date_trunc('month', today)::date
      else today end
  from company, (select (now() at time zone 'Asia/Shanghai')::date as today) clock
  where company.code = book_bounds.company_code
$$;

-- After a statement on a table whose rows are documents. Arguments, in SQL over a row `r`: the company, the document, the day,
-- and which rows are judged. HT003 is ours: the program says it in words.
create function refuse_outside_books() returns trigger language plpgsql as $$
declare
  seen text := format('select (%s)::char(3) as company, (%s)::text as document, (%s)::date as on_day from %%s r where %s',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3]);
  outside record;
begin
  execute format('select touching.* from (%s) touching, book_bounds(touching.company, touching.document) bounds
      where touching.on_day < bounds.earliest or touching.on_day > bounds.latest or bounds.earliest is null limit 1',
    case tg_op when 'INSERT' then format(seen, 'becomes')
      else format('(%s) except all (%s)', format(seen, 'becomes'), format(seen, 'was')) end)
    into outside;
  if outside is not null then
    raise exception 'a % of % lies outside the books', outside.document, outside.on_day
      using errcode = 'HT003', detail = outside.document || ' ' || to_char(outside.on_day, 'YYYY-MM-DD');
  end if;
  return null;
end $$;

-- Puts a table under the bounds of its company's books, for every row that is added, or put on another day.
create function bound_by_books(
  bounded text, document text, on_day text, only_rows text default 'true', company text default 'r.company_code'
) returns void language plpgsql as $$
declare
  event text;
begin
  foreach event in array array['insert', 'update'] loop
    execute format('create trigger %I after %s on %I referencing %s for each statement
        execute function refuse_outside_books(%L, %L, %L, %L)',
      bounded || '_books_' || event, event, bounded,
      case event when 'insert' then 'new table as becomes' else 'old table as was new table as becomes' end,
      company, document, on_day, only_rows);
  end loop;
end $$;

select bound_by_books('customer_bill', $$case r.origin when 'opening' then 'opening' else 'bill' end$$,
  $$case r.origin when 'opening' then coalesce(r.issued_on, r.to_on) else r.month_on end$$, $$r.status <> 'void'$$);
-- What is taken back stands on the day of what it takes back where that day was wrong.
select bound_by_books('bill_receipt',
  $$case when r.method = 'opening' and r.reverses_id is null then 'opening' else 'receipt' end$$, 'r.on_day',
  $$not exists (select from bill_receipt taken where taken.id = r.reverses_id and taken.on_day = r.on_day)$$);
select bound_by_books('reimbursement_bill', $$'claim'$$, $$(r.month || '-01')$$, $$r.status in ('submitted', 'approved', 'paid')$$);
select bound_by_books('monthly_manual_line', $$'manual-line'$$, 'r.month_on');
select bound_by_books('payroll_correction', $$'pay-correction'$$, 'r.month_on');
select bound_by_books('bank_row', $$'bank-row'$$, 'r.on_day');

-- Every document with the day that counts. What was put on another day is left out with what took it back.
create view booked_document as
  select company_code, case origin when 'opening' then 'opening' else 'bill' end as document, id, code as name,
      case origin when 'opening' then coalesce(issued_on, to_on) else month_on end as on_day,
      total_cents as amount_cents, id as bill_id
    from customer_bill where status <> 'void'
  union all
  select r.company_code, case when r.method = 'opening' and r.reverses_id is null then 'opening' else 'receipt' end,
      r.id, b.code, r.on_day,
      r.amount_cents, r.bill_id
    from bill_receipt r join customer_bill b on b.id = r.bill_id
    where not exists (select from bill_receipt other
      where other.on_day = r.on_day and (other.reverses_id = r.id or other.id = r.reverses_id))
  union all
  select company_code, 'claim', id, code, (month || '-01')::date, approved_cents, null
    from reimbursement_bill where status in ('submitted', 'approved', 'paid')
  union all
  select company_code, 'manual-line', id, label, month_on, amount_cents, null from monthly_manual_line
  union all
  select company_code, 'pay-correction', id, reason, month_on, amount_cents, null from payroll_correction;
