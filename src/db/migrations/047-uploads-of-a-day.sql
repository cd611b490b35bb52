-- What a person has uploaded of late is counted before the next file is taken.
create index attachment_uploads on attachment (created_by, created_at);
