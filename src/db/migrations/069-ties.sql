-- What is written off of a bill: a receipt that no money came in by, with the reason why nothing is expected any more.
-- It settles the bill and is a cost of the customer (坏账). See docs/decisions/093.
alter table bill_receipt
  drop constraint bill_receipt_method_check,
  add constraint bill_receipt_method_check check (
    method in ('bank', 'alipay', 'wechat', 'cash', 'deposit', 'opening', 'writeoff')),
  drop constraint bill_receipt_reversal,
  -- A reversal that was put on another day is itself taken back.
  add constraint bill_receipt_reason check (
    (reason is not null) = (reverses_id is not null or method = 'writeoff')),
  add constraint bill_receipt_reversal check (reverses_id is null or txn_no is null);

alter table customer_bill
  -- Of what came in by the bill's sums, what was written off.
  add column written_off_cents bigint not null default 0,
  -- The day on which a bill of a closed month was made void: until then it stood. Null for one of an open month, which
  -- never was.
  add column voided_on date;
create or replace function keep_customer_bill() returns trigger language plpgsql as $$
declare
  moving text[] := '{customer_id,status,received_cents,written_off_cents,refunded_cents,voided_on,invoice_no,invoice_type,'
    'reason,updated_at,updated_by,version}';
begin
  if tg_op = 'DELETE' or (old.status <> 'draft'
      and (to_jsonb(old) - moving) is distinct from (to_jsonb(new) - moving)) then
    raise exception 'an issued bill is never rewritten';
  end if;
  return new;
end $$;
create index customer_bill_voided on customer_bill (company_code, voided_on) where voided_on is not null;

-- What a customer owes, as it came about: bills on the day of their issue, voids of bills of closed months on theirs,
-- receipts on their own day, but not before the bill. Receipts of a bill that never was have been taken back: they stay,
-- each on its day, as the money moved.
create or replace view receivable_movement as
  select company_code, customer_id, store_id, id as bill_id, null::int as receipt_id, issued_on as on_day,
      total_cents as amount_cents, 'bill' as what
    from customer_bill where status not in ('draft', 'void') or voided_on is not null
  union all
  select company_code, customer_id, store_id, id, null, voided_on, -total_cents, 'void'
    from customer_bill where voided_on is not null
  union all
  select b.company_code, b.customer_id, b.store_id, b.id, r.id, greatest(r.on_day, b.issued_on), -r.amount_cents, 'receipt'
    from bill_receipt r join customer_bill b on b.id = r.bill_id where b.issued_on is not null;

-- A snapshot keeps every customer's row of the ties; lists of months read its head without them. Snapshots from before
-- keep what they hold.
alter table monthly_snapshot drop column head;
alter table monthly_snapshot
  add column head jsonb not null generated always as (content - 'parts' - 'ties') stored;
