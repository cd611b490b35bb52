-- How many parts of a file were sent, and how many of them the audit log contains. See docs/decisions/031.
alter table export_file
  add column parts_sent int not null default 0,
  add column parts_logged int not null default 0;
