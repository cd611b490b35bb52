-- Every business row: id, company, who and when, version (optimistic lock). Days are dates in Asia/Shanghai.

create table setting (
  key text primary key,
  value jsonb not null
);

create table company (
  code char(3) primary key check (code ~ '^[0-9]{3}$'),
  name text not null unique,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1
);

create table staff (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  username text not null,
  password_hash text not null,
  must_change_password boolean not null default true,
  name text not null,
  name_pinyin text not null default '',
  mobile text,
  employee_no text,
  role smallint not null check (role between 1 and 4),
  parent_id int references staff,
  hired_on date,
  left_on date,
  status text not null default 'active' check (status in ('active', 'disabled', 'left')),
  base_salary_cents bigint check (base_salary_cents >= 0),
  seniority_pay_cents bigint check (seniority_pay_cents >= 0),
  commission_rate_bp int check (commission_rate_bp between 0 and 10000),
  payee_bank text,
  payee_card text,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  constraint staff_parent_is_for_agents check (parent_id is null or role = 2)
);
create unique index staff_username_key on staff (lower(username));
create unique index staff_mobile_key on staff (mobile) where status <> 'left';
create unique index staff_employee_no_key on staff (company_code, employee_no) where employee_no is not null;
create index staff_company on staff (company_code, id);
create index staff_parent on staff (parent_id) where parent_id is not null;

create table session (
  token_hash bytea primary key,
  staff_id int not null references staff,
  auto_login boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ip text,
  user_agent text
);
create index session_staff on session (staff_id);

create table sign_in_failure (
  id bigint generated always as identity primary key,
  name text not null,
  ip text not null,
  at timestamptz not null
);
create index sign_in_failure_name on sign_in_failure (name, at);
create index sign_in_failure_ip on sign_in_failure (ip, at);

create table customer (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  code text not null,
  name text not null,
  name_key text not null,
  name_pinyin text not null default '',
  type text not null default 'company' check (type in ('company', 'sole_trader', 'person')),
  uscc text,
  contact text,
  mobile text,
  wechat text,
  source text check (source in ('referral', 'visit', 'online', 'event', 'other')),
  owner_id int not null references staff,
  status text not null default 'trial' check (status in ('trial', 'active', 'paused', 'churned')),
  contract_no text,
  contract_start_on date,
  contract_end_on date,
  tags text[] not null default '{}',
  remark text,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check (contract_end_on >= contract_start_on),
  constraint customer_code_key unique (company_code, code),
  constraint customer_name_key unique (company_code, name_key)
);
create index customer_owner on customer (owner_id);

create table store (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  code text not null,
  customer_id int not null references customer,
  platform text not null check (platform in
    ('taobao', 'tmall', 'jd', 'pdd', 'douyin', 'kuaishou', 'xiaohongshu', '1688', 'vip', 'other')),
  name text not null,
  name_key text not null,
  name_pinyin text not null default '',
  platform_shop_id text,
  url text,
  category text,
  service_types text[] not null default '{}',
  service_hours text,
  shifts text[] not null default '{}',
  seat text not null default 'shared' check (seat in ('dedicated', 'shared')),
  status text not null default 'pending' check (status in ('pending', 'trial', 'serving', 'paused', 'stopped')),
  trial_on date,
  online_on date,
  stopped_on date,
  contract_end_on date,
  leader_id int references staff,
  target_reply_rate_bp int check (target_reply_rate_bp between 0 and 10000),
  target_first_response_s int check (target_first_response_s between 0 and 86400),
  target_average_response_s int check (target_average_response_s between 0 and 86400),
  remark text,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  constraint store_code_key unique (company_code, code)
);
-- Per company: a refusal must not tell that another company serves the shop.
create unique index store_name_key on store (company_code, platform, name_key) where status <> 'stopped';
create unique index store_shop_id_key on store (company_code, platform, platform_shop_id)
  where platform_shop_id is not null and status <> 'stopped';
create index store_customer on store (customer_id);
create index store_leader on store (leader_id);
create index store_company on store (company_code, status);

create table store_assignment (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  staff_id int not null references staff,
  duty text not null default 'main' check (duty in ('main', 'second', 'substitute')),
  shift text not null default 'morning' check (shift in ('morning', 'middle', 'evening', 'night')),
  from_on date not null,
  to_on date,
  share_percent smallint not null default 100 check (share_percent between 0 and 100),
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check (to_on >= from_on)
);
create index store_assignment_store on store_assignment (store_id, from_on);
create index store_assignment_staff on store_assignment (staff_id, from_on);

-- One person has many nicks; a nick of a store belongs to one person at a time.
create table agent_account (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  staff_id int not null references staff,
  nick text not null,
  from_on date not null,
  to_on date,
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check (to_on >= from_on)
);
create index agent_account_nick on agent_account (store_id, nick);
create index agent_account_staff on agent_account (staff_id);

-- Document numbers: KH202611 → the last one given.
create table counter (
  company_code char(3) not null references company,
  prefix text not null,
  last int not null,
  primary key (company_code, prefix)
);

create table audit (
  id bigint generated always as identity primary key,
  company_code char(3) not null references company,
  at timestamptz not null,
  actor_id int references staff,
  actor_name text not null,
  action text not null,
  entity text not null,
  record_id text not null,
  changes jsonb not null,
  ip text,
  request_id text not null
);
create index audit_record on audit (entity, record_id, id desc);
create index audit_company on audit (company_code, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
