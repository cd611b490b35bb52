-- What has come in for a bill (of a refund: gone out, negative). Never edited: a wrong one is reversed by a negative row.
create table bill_receipt (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  bill_id int not null references customer_bill,
  on_day date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  method text not null check (method in ('bank', 'alipay', 'wechat', 'cash', 'deposit')),
  txn_no text,
  -- The number of the paper or file that proves it.
  voucher_no text,
  note text,
  reverses_id int unique references bill_receipt,
  reason text,
  -- Marked when it is reversed: its transaction number is free again.
  reversed_at timestamptz,
  created_at timestamptz not null,
  created_by int not null references staff,
  constraint bill_receipt_reversal check (
    (reverses_id is null) = (reason is null) and (reverses_id is null or (txn_no is null and reversed_at is null)))
);
create unique index bill_receipt_txn on bill_receipt (company_code, txn_no)
  where txn_no is not null and reversed_at is null;
create index bill_receipt_bill on bill_receipt (bill_id, id);
create index bill_receipt_day on bill_receipt (company_code, on_day);

create function keep_bill_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.reversed_at is not null
    or (to_jsonb(old) - 'reversed_at') is distinct from (to_jsonb(new) - 'reversed_at') then
    raise exception 'receipts are never rewritten';
  end if;
  return new;
end $$;
create trigger bill_receipt_kept before update or delete on bill_receipt
  for each row execute function keep_bill_receipt();
create trigger bill_receipt_no_truncate before truncate on bill_receipt
  for each statement execute function refuse_change();
