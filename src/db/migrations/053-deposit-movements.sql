-- A movement of a deposit says which bill it belongs to and, of money, which receipt: a statement opens it (071).
create or replace view deposit_movement as
  select b.company_code, b.customer_id, greatest(r.on_day, b.issued_on) as on_day, r.amount_cents,
      b.id as bill_id, r.id as receipt_id
    from bill_receipt r join customer_bill b on b.id = r.bill_id where b.kind = 'deposit'
  union all
  select b.company_code, b.customer_id, b.issued_on, b.total_cents, b.id, null::int
    from customer_bill b join customer_bill source on source.id = b.relates_to_id and source.kind = 'deposit'
    where b.kind = 'refund' and b.status not in ('draft', 'void')
  union all
  select b.company_code, b.customer_id, greatest(r.on_day, b.issued_on), -r.amount_cents, b.id, r.id
    from bill_receipt r join customer_bill b on b.id = r.bill_id where r.method = 'deposit';
