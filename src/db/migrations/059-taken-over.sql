-- A loss of before the company began here, brought in with its customer or store on the day of going live: confirmed on
-- its own day, with a snapshot of what was known.
alter table churn_record add column taken_over boolean not null default false;

-- Who serves which store, and under which nicks, comes in sheets too.
alter table record_import
  drop constraint record_import_entity_check,
  add constraint record_import_entity_check
    check (entity in ('staff', 'customer', 'store', 'assignment', 'nick', 'opening'));

-- The assignments of each store of a sheet have a turn of their own.
alter table record_import_row alter column turn type int;
