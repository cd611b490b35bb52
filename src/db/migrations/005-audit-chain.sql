-- Each company's log is a chain: a line's hash covers the line before it, under a key that is not in the database.
-- seq counts a company's lines without gaps; salt belongs to the digest of what may be personal in the line.

alter table audit
  add column seq bigint,
  add column salt bytea,
  add column hash bytea,
  add constraint audit_seq_key unique (company_code, seq),
  add constraint audit_chained_whole check (num_nulls(seq, salt, hash) in (0, 3));

-- The end of a company's chain. Whoever adds lines locks it, last of all, until the end of the transaction; the seal
-- is a hash of the row under the key, so that it cannot be set back to an earlier line.
create table audit_head (
  company_code char(3) primary key references company,
  seq bigint not null,
  hash bytea not null,
  seal bytea not null
);

-- Lines from before the chain are given their place in it once; nothing else of a line ever changes.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if old.seq is null and new.seq is not null
    and to_jsonb(new) - array['seq', 'salt', 'hash'] = to_jsonb(old) - array['seq', 'salt', 'hash'] then
    return new;
  end if;
  raise exception 'table audit is append-only';
end $$;
drop trigger audit_append_only on audit;
create trigger audit_no_update before update on audit for each row execute function refuse_audit_change();
create trigger audit_no_delete before delete on audit for each row execute function refuse_change();
create trigger audit_head_no_delete before delete on audit_head for each row execute function refuse_change();
create trigger audit_head_no_truncate before truncate on audit_head for each statement execute function refuse_change();
