-- Runs that create customers, stores and nick bindings from previewed files and import these files. See docs/decisions/111.
create table import_setup (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  status text not null default 'done' check (status in ('done', 'undone')),
  -- What the run created and imported, as it was then; store_days counts stores × days.
  customers int not null,
  stores int not null,
  nicks int not null,
  files int not null,
  store_days int not null,
  created_at timestamptz not null,
  created_by int not null references staff,
  undone_at timestamptz,
  undone_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint import_setup_undone_whole check (
    (status = 'undone') = (undone_at is not null) and (undone_at is null) = (undone_by is null))
);
create index import_setup_company on import_setup (company_code, id desc);

-- The records of a run, for its undo. They can be gone: an unconfirmed preview expires, a nick is unbound.
create table import_setup_record (
  setup_id int not null references import_setup,
  kind text not null check (kind in ('customer', 'store', 'nick', 'import')),
  record_id int not null,
  -- Of a binding: the version that the run left, and its former first day if it existed before.
  version int,
  previous_from_on date,
  primary key (setup_id, kind, record_id),
  constraint import_setup_record_binding check (
    (kind = 'nick') = (version is not null) and (kind = 'nick' or previous_from_on is null))
);

-- The undo of a run deletes a store or customer that no other record uses. What the program derives goes with it: states,
-- days, sums of months and weeks, findings of the comparison. Other references still prevent the deletion. Triggers instead
-- of `on delete cascade`: replacing the foreign keys would lock out the readers of store and customer.
create function forget_store() returns trigger language plpgsql as $$
begin
  delete from store_state where store_id = old.id;
  delete from store_day where store_id = old.id;
  delete from store_month where store_id = old.id;
  delete from month_finding where store_id = old.id;
  delete from store_week where store_id = old.id;
  return old;
end $$;
create trigger store_forgotten before delete on store
  for each row execute function forget_store();

create function forget_customer() returns trigger language plpgsql as $$
begin
  delete from store_week where customer_id = old.id;
  delete from customer_week where customer_id = old.id;
  return old;
end $$;
create trigger customer_forgotten before delete on customer
  for each row execute function forget_customer();

-- States are still never rewritten; only the trigger of their store deletes them.
create function keep_store_states() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'states of a store are never rewritten';
end $$;
create or replace trigger store_state_append_only before update or delete on store_state
  for each row execute function keep_store_states();
