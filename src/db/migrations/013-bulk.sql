-- The path a write took, where it was not by hand; part of the line's hash where it is there.

alter table audit add column via text check (via in ('bulk', 'import', 'undo', 'restore', 'merge'));
