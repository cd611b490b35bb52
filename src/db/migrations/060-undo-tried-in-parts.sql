-- Whether a row of an import can be taken back is tried in parts, before the first one is: when it was tried last, and what
-- stood in the way then.
alter table record_import_row
  add column tried_at timestamptz,
  add column obstacle text;
