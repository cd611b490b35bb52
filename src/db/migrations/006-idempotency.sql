-- The first answer to a request that carried an Idempotency-Key, for whoever repeats it; written in the transaction of
-- the request itself. The answer may hold a one-time password: it is kept encrypted.
create table kept_answer (
  staff_id int not null references staff,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body bytea not null,
  created_at timestamptz not null,
  primary key (staff_id, key)
);
create index kept_answer_age on kept_answer (created_at);
