-- What a company begins with: money owed and deposits held from before its first month here. They are bills of their own
-- kind, so that receipts, reversals, ageing and reminders work on them as on any other; revenue they never are (063).
alter table customer_bill
  drop constraint customer_bill_kind_check,
  add constraint customer_bill_kind_check check (kind in
    ('service', 'commission', 'overage', 'extra', 'deposit', 'addon', 'refund', 'adjustment', 'opening')),
  drop constraint customer_bill_origin_check,
  add constraint customer_bill_origin_check check (origin in ('keyed', 'proposed', 'changed', 'opening')),
  -- The number that it has in the books before.
  add column earlier_no text,
  add constraint customer_bill_opening check (
    case origin when 'opening' then kind in ('opening', 'deposit') and total_cents > 0
      else kind <> 'opening' and earlier_no is null end);

-- Of one store's month several may still be owed from before.
drop index customer_bill_store_month;
create unique index customer_bill_store_month on customer_bill (store_id, month_on, kind)
  where status <> 'void' and kind <> 'adjustment' and origin <> 'opening';

-- The deposit that was held at the beginning came in by the books before.
alter table bill_receipt
  drop constraint bill_receipt_method_check,
  add constraint bill_receipt_method_check check (
    method in ('bank', 'alipay', 'wechat', 'cash', 'deposit', 'opening'));

alter table record_import
  drop constraint record_import_entity_check,
  add constraint record_import_entity_check check (entity in ('staff', 'customer', 'store', 'opening'));

-- The first month that a company has booked anything in, or closed; null where there is none. Its opening balances lie
-- before it.
create function first_booked_month(company char(3)) returns date language sql stable as $$
  select date_trunc('month', least(
    (select min(month_on) from customer_bill
      where company_code = company and status <> 'void' and origin <> 'opening'),
    (select min(on_day) from bill_receipt where company_code = company and method <> 'opening'),
    (select min((month || '-01')::date) from reimbursement_bill
      where company_code = company and status in ('submitted', 'approved', 'paid')),
    (select min(month_on) from monthly_manual_line where company_code = company),
    (select min(month_on) from monthly_financial where company_code = company)))::date
$$;

-- An opening balance stands under all months that follow it: once one of them is closed, it stays as it is.
drop trigger customer_bill_month_insert on customer_bill;
drop trigger customer_bill_month_update on customer_bill;
drop trigger customer_bill_month_delete on customer_bill;
select lock_by_month('customer_bill', 'r.month_on',
  $$case r.origin when 'opening' then 'infinity'::date else r.month_on end$$, counts => $$
  r.id, r.store_id, r.kind, r.from_on, r.to_on, r.discount_cents, r.total_cents, r.status in ('draft', 'void')$$);

-- What a customer owes, as it came about: bills on the day of their issue, receipts on their own, but not before it.
create view receivable_movement as
  select company_code, customer_id, store_id, id as bill_id, null::int as receipt_id, issued_on as on_day,
      total_cents as amount_cents
    from customer_bill where status not in ('draft', 'void')
  union all
  select b.company_code, b.customer_id, b.store_id, b.id, r.id, greatest(r.on_day, b.issued_on), -r.amount_cents
    from bill_receipt r join customer_bill b on b.id = r.bill_id where b.status not in ('draft', 'void');

-- What is held of a customer's deposit: what came in for deposit bills, less what refunds of them give back from the day
-- of their issue on, and what was taken to pay other bills.
create index customer_bill_deposit on customer_bill (customer_id) where kind = 'deposit';
create index bill_receipt_deposit on bill_receipt (bill_id) where method = 'deposit';
create view deposit_movement as
  select b.company_code, b.customer_id, greatest(r.on_day, b.issued_on) as on_day, r.amount_cents
    from bill_receipt r join customer_bill b on b.id = r.bill_id where b.kind = 'deposit'
  union all
  select b.company_code, b.customer_id, b.issued_on, b.total_cents
    from customer_bill b join customer_bill source on source.id = b.relates_to_id and source.kind = 'deposit'
    where b.kind = 'refund' and b.status not in ('draft', 'void')
  union all
  select b.company_code, b.customer_id, greatest(r.on_day, b.issued_on), -r.amount_cents
    from bill_receipt r join customer_bill b on b.id = r.bill_id where r.method = 'deposit';

create function deposit_held(customer int) returns bigint language sql stable as $$
  select coalesce(sum(amount_cents), 0)::bigint from deposit_movement where customer_id = customer
$$;

-- No path takes more of a deposit than is held, and none gives back what has been used. Whoever touches one customer's
-- deposit waits for the others.
create function refuse_overdrawn_deposit() returns trigger language plpgsql as $$
declare
  holder int;
begin
  if tg_table_name = 'bill_receipt' then
    select customer_id into holder from customer_bill
      where id = new.bill_id and (new.method = 'deposit' or kind = 'deposit');
  elsif exists (select from customer_bill where id = new.relates_to_id and kind = 'deposit') then
    holder := new.customer_id;
  end if;
  if holder is null then
    return null;
  end if;
  perform from customer where id = holder for no key update;
  if deposit_held(holder) < 0 then
    raise exception 'more of a deposit than is held';
  end if;
  return null;
end $$;
create trigger bill_receipt_deposit_held after insert on bill_receipt
  for each row when (new.method = 'deposit' or new.amount_cents < 0) execute function refuse_overdrawn_deposit();
create trigger customer_bill_deposit_held after update of status on customer_bill
  for each row when (old.status = 'draft' and new.status <> 'draft' and new.kind = 'refund'
    and new.relates_to_id is not null) execute function refuse_overdrawn_deposit();
