-- Writers add their lines without waiting for each other: a line carries a code (mac) over what it says, and its place in
-- the chain is given after the commit (docs/decisions/097). Lines that were chained as they were written stay as they are.
alter table audit add column mac bytea;
alter table audit drop constraint audit_chained_whole;
-- The lines that are there are checked by the next migration, which holds up no write.
alter table audit add constraint audit_authenticated check (
  (num_nulls(seq, salt, hash) = 0 and mac is null) or (num_nulls(seq, hash) = 2 and num_nulls(salt, mac) = 0)
) not valid;

-- The places of lines, in the order in which they were sealed. No key to the line: a line that is gone is for the
-- verification to find.
create table audit_seal (
  company_code char(3) not null references company,
  seq bigint not null,
  audit_id bigint not null unique,
  hash bytea not null,
  primary key (company_code, seq)
);
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function refuse_change();

-- Lines that wait for their place. The trigger sees to it that no path forgets one; a program of before chains its own.
create table audit_unsealed (
  audit_id bigint primary key,
  company_code char(3) not null
);
create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (audit_id, company_code)
    select id, company_code from added where seq is null;
  return null;
end $$;
create trigger await_seal after insert on audit
  referencing new table as added for each statement execute function await_seal();

-- Nothing of a line ever changes any more: those from before there was a chain have had their places since 005.
drop trigger audit_no_update on audit;
drop function refuse_audit_change();
create trigger audit_no_update before update on audit for each row execute function refuse_change();
