-- What a bank's file says came in. Its rows are kept as they were read, each once; receipts are made of them by people.
create table bank_file (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  name text not null,
  -- SHA-256 of its bytes.
  hash text not null,
  created_at timestamptz not null,
  created_by int not null references staff,
  constraint bank_file_hash_key unique (company_code, hash)
);

create table bank_row (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  file_id int not null references bank_file,
  -- As the spreadsheet numbers it.
  row_no int not null,
  on_day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  payer text not null,
  -- By which names are compared.
  payer_key text not null,
  memo text not null,
  txn_no text,
  -- Of what the row says, so that no row is kept twice, whichever file it comes in.
  hash text not null,
  -- Why it pays no bill, where somebody said so.
  unrelated_reason text,
  unrelated_at timestamptz,
  unrelated_by int references staff,
  constraint bank_row_hash_key unique (company_code, hash),
  constraint bank_row_unrelated check (
    (unrelated_reason is null) = (unrelated_at is null) and (unrelated_at is null) = (unrelated_by is null))
);
create index bank_row_day on bank_row (company_code, on_day, id);
create index bank_row_payer on bank_row (company_code, payer_key);
create index bank_row_file on bank_row (file_id);

-- Which receipts a row became. What of it is not reversed is booked; the rest of the row is still to be.
create table bank_row_receipt (
  row_id int not null references bank_row,
  receipt_id int primary key references bill_receipt
);
create index bank_row_receipt_row on bank_row_receipt (row_id);

create function keep_bank_row() returns trigger language plpgsql as $$
declare
  moving text[] := '{unrelated_reason,unrelated_at,unrelated_by}';
begin
  if tg_op = 'DELETE' or (to_jsonb(old) - moving) is distinct from (to_jsonb(new) - moving) then
    raise exception 'what a bank said is never rewritten';
  end if;
  return new;
end $$;
create trigger bank_row_kept before update or delete on bank_row
  for each row execute function keep_bank_row();
create trigger bank_row_no_truncate before truncate on bank_row
  for each statement execute function refuse_change();
create trigger bank_row_receipt_kept before update or delete on bank_row_receipt
  for each row execute function refuse_change();
create trigger bank_row_receipt_no_truncate before truncate on bank_row_receipt
  for each statement execute function refuse_change();
