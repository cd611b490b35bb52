-- How a person likes the program: columns of a list, density, language. No business record; the newest write stands.
-- The value is JSON that the server only keeps, so it is text: jsonb would refuse texts that JSON allows (\u0000).
create table preference (
  staff_id int not null references staff on delete cascade,
  key text not null check (length(key) <= 64),
  value text not null check (octet_length(value) <= 4096),
  updated_at timestamptz not null,
  primary key (staff_id, key)
);
