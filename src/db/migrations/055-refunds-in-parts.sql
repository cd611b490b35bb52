-- What was paid is given back in parts: a bill keeps what its refunds come to, those that were made void left out, and is
-- 退款 once all of it is. A draft that a run of the proposals no longer wants is void, and not rejected by anybody: it
-- comes back when its month asks for it again. See docs/decisions/073.
alter table customer_bill
  add column refunded_cents bigint not null default 0,
  add column withdrawn boolean not null default false,
  add constraint customer_bill_withdrawn check (not withdrawn or (status = 'void' and code is null and origin = 'proposed'));

create or replace function keep_customer_bill() returns trigger language plpgsql as $$
declare
  moving text[] := '{customer_id,status,received_cents,refunded_cents,invoice_no,invoice_type,reason,updated_at,updated_by,version}';
begin
  if tg_op = 'DELETE' or (old.status <> 'draft'
      and (to_jsonb(old) - moving) is distinct from (to_jsonb(new) - moving)) then
    raise exception 'an issued bill is never rewritten';
  end if;
  return new;
end $$;

-- Until now one refund, of whatever amount, ended a bill.
update customer_bill b
  set refunded_cents = given.cents, status = case when given.cents = b.total_cents then 'refunded' else 'paid' end
  from (select source.id, coalesce(-sum(refund.total_cents), 0) as cents
    from customer_bill source left join customer_bill refund
      on refund.relates_to_id = source.id and refund.kind = 'refund' and refund.status not in ('draft', 'void')
    where source.status = 'refunded' group by source.id) given
  where b.id = given.id;

alter table customer_bill
  add constraint customer_bill_refunded check (refunded_cents between 0 and greatest(received_cents, 0)),
  drop constraint customer_bill_settled,
  add constraint customer_bill_settled check (
    case status
      when 'partial' then received_cents <> 0 and received_cents <> total_cents
      when 'open' then received_cents = 0 and total_cents <> 0
      when 'paid' then received_cents = total_cents and (refunded_cents = 0 or refunded_cents < total_cents)
      when 'refunded' then received_cents = total_cents and refunded_cents = total_cents
      else true end);

-- A refund says by itself what it gives back, a bill or what a stop left: of one store and month there may be several.
drop index customer_bill_store_month;
create unique index customer_bill_store_month on customer_bill (store_id, month_on, kind)
  where status <> 'void' and kind not in ('adjustment', 'refund') and origin <> 'opening';

create index customer_bill_relates on customer_bill (relates_to_id) where relates_to_id is not null;

-- `refunded`: what has been given back of the bill that a line settles.
alter table customer_bill_line
  drop constraint customer_bill_line_item_check,
  add constraint customer_bill_line_item_check check (item in
    ('monthly', 'daily', 'hourly', 'overage', 'commission', 'prepaid', 'refunded', 'stopped', 'refund', 'other'));
