-- The newest program that brought this database up to date, and the oldest one that may write to it (docs/decisions/090).
-- A migration after which an older program would write incomplete data raises the minimum in its own text:
--   update program_version set minimum = '0.3.0';
create table program_version (
  is_only boolean primary key default true check (is_only),
  newest text not null check (newest ~ '^\d+\.\d+\.\d+$'),
  minimum text not null check (minimum ~ '^\d+\.\d+\.\d+$')
);
insert into program_version (newest, minimum) values ('0.2.0', '0.1.0');

-- A program states its version on each connection, as houtai.program; 0.1.0 does not yet. Whoever is older than the minimum
-- cannot write: neither what people do, which always has a line in the log, nor what jobs do.
create function refuse_older_program() returns trigger language plpgsql as $$
declare
  own text := coalesce(nullif(current_setting('houtai.program', true), ''), '0.1.0');
  least text := (select minimum from program_version);
begin
  if string_to_array(own, '.')::int[] < string_to_array(least, '.')::int[] then
    raise exception 'program % is older than %, the minimum of this database', own, least using errcode = 'HT002';
  end if;
  return null;
end $$;
create trigger refuse_older_program before insert on audit
  for each statement execute function refuse_older_program();
create trigger refuse_older_program before insert or update on job_run
  for each statement execute function refuse_older_program();
