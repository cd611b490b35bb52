-- Devices on which a person has signed in completely, second factor included. The browser keeps the secret; the server
-- stores its SHA-256. Wrong attempts on a known device count for this device alone. See docs/decisions/124.
create table known_device (
  id int generated always as identity primary key,
  staff_id int not null references staff on delete cascade,
  secret_hash bytea not null,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  user_agent text not null,
  -- Failures in a row, until a sign-in on this device succeeds.
  failures int not null default 0,
  constraint known_device_key unique (staff_id, secret_hash)
);

create table known_device_failure (
  id bigint generated always as identity primary key,
  device_id int not null references known_device on delete cascade,
  at timestamptz not null
);
create index known_device_failure_device on known_device_failure (device_id, at);

-- Null for a browser without a secret and for sessions of programs before this one.
alter table session add column device_id int references known_device on delete set null;
create index session_device on session (device_id) where device_id is not null;

-- Every attempt to sign in; equal ones within 15 minutes are one row with their number. See docs/decisions/125.
create table sign_in_attempt (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The last of `times` equal attempts.
  last_at timestamptz not null,
  times int not null default 1 check (times > 0),
  -- The user name or the masked mobile of a person; of an unknown name the first character and asterisks, because a
  -- password may have been typed there.
  name text not null,
  staff_id int references staff on delete cascade,
  company_code char(3) references company,
  ip text not null,
  user_agent text not null,
  known_device boolean not null,
  factor text not null check (factor in ('password', 'mobileCode', 'appCode', 'recoveryCode')),
  outcome text not null
    check (outcome in ('success', 'secondStep', 'wrong', 'locked', 'companyDisabled', 'addressRefused')),
  constraint sign_in_attempt_owner check ((staff_id is null) = (company_code is null))
);
create index sign_in_attempt_staff on sign_in_attempt (staff_id, at) where staff_id is not null;
create index sign_in_attempt_company on sign_in_attempt (company_code, at) where company_code is not null;
create index sign_in_attempt_at on sign_in_attempt (at);
create index sign_in_attempt_unknown on sign_in_attempt (at) where staff_id is null;
create index sign_in_attempt_unknown_ip on sign_in_attempt (ip, at) where staff_id is null;

-- The addresses from which a company's people may sign in; no row or no address means from anywhere. Each address is an
-- IP address, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9), with a note at the same place of `notes`.
create table sign_in_address_rule (
  company_code char(3) primary key references company,
  addresses text[] not null default '{}',
  notes text[] not null default '{}',
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint sign_in_address_rule_notes check (cardinality(notes) = cardinality(addresses))
);
