-- Sign-in by code, what is counted against guessing, devices, and the second factor.

-- The number by which a person names one of the own sessions; the token's hash stays on the server.
alter table session add column id int generated always as identity;
alter table session add constraint session_id_key unique (id);

-- Failures in a row of a name that somebody tried (known or not; a mobile stands as +86…), until one succeeds.
create table sign_in_streak (
  name text primary key,
  failures int not null,
  last_at timestamptz not null
);

-- The code that was last made for a number, known or not; only known ones are sent theirs. The hash is keyed.
create table sign_in_code (
  mobile text primary key,
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null
);

create table sign_in_code_request (
  id bigint generated always as identity primary key,
  mobile text not null,
  ip text not null,
  at timestamptz not null
);
create index sign_in_code_request_mobile on sign_in_code_request (mobile, at);
create index sign_in_code_request_ip on sign_in_code_request (ip, at);
create index sign_in_code_request_at on sign_in_code_request (at);

-- Whoever passed the first step of a sign-in and owes the second.
create table sign_in_ticket (
  token_hash bytea primary key,
  staff_id int not null references staff,
  auto_login boolean not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_staff on sign_in_ticket (staff_id);

-- secret is sealed with a key that is not in the database; confirmed_at is null until the first code was right.
create table second_factor (
  staff_id int primary key references staff,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last code taken: neither it nor an older one is taken again.
  last_step bigint,
  created_at timestamptz not null
);

create table recovery_code (
  staff_id int not null references staff,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

-- Which roles of a company must have a second factor; no row means none.
create table second_factor_rule (
  company_code char(3) primary key references company,
  roles smallint[] not null default '{}',
  updated_at timestamptz not null,
  updated_by int not null references staff,
  version int not null default 1
);
