-- An import that is taken back while it is half written leaves rows that never will be: they are skipped, and so are those
-- that earlier undos left behind.
alter table record_import_row
  drop constraint record_import_row_state_check,
  add constraint record_import_row_state_check check (state in ('waiting', 'create', 'update', 'same', 'conflict', 'error',
    'created', 'updated', 'failed', 'undone', 'kept', 'skipped'));
update record_import_row set state = 'skipped', problem = '撤销时还没有写入。'
  from record_import where id = record_import_id and record_import.state in ('undoing', 'undone')
    and record_import_row.state in ('create', 'update');
