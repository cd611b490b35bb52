-- 自您上次来: what happened after an instant is found without reading everything that ever did.
create index store_state_at on store_state (created_at);
create index store_state_from on store_state (from_on);
create index customer_owner_at on customer_owner (from_at);
create index import_batch_committed on import_batch (committed_at) where status = 'committed';
create index worklog_reviewed on worklog (reviewed_at);
create index warning_at on warning (created_at);
