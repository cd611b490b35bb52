-- By itself, since it reads the tables: nobody waits for it.
alter table store_assignment validate constraint store_assignment_shift_code;
alter table worklog validate constraint worklog_shift_code;
alter table worklog_handover validate constraint worklog_handover_shift_code;
alter table roster_shift validate constraint roster_shift_shift_code;
