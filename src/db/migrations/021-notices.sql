-- What a person is told. Title and text are { sentence, values }: a Chinese sentence of the program with its places, so
-- that each reader sees it in the own language. The same person is told once of what has the same key.
create table notice (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  kind text not null,
  title jsonb not null,
  text jsonb,
  -- A screen of the console, never another site.
  link text not null check (link ~ '^/[^/\\]' and length(link) <= 2000),
  dedupe_key text check (length(dedupe_key) <= 200),
  at timestamptz not null,
  read_at timestamptz
);
create unique index notice_once on notice (staff_id, kind, dedupe_key);
create index notice_person on notice (staff_id, id);
create index notice_unread on notice (staff_id) where read_at is null;
create index notice_age on notice (at);

-- The kinds that a person does not want; everything else arrives.
create table notice_muted (
  staff_id int not null references staff,
  kind text not null,
  primary key (staff_id, kind)
);

-- When a person was here: the present visit from its beginning to its last sign, and when the one before it ended.
create table visit (
  staff_id int primary key references staff,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  before_at timestamptz
);

-- A group robot of 企业微信, 钉钉 or 飞书. Its address is as good as a password and is kept sealed, like what it signs with.
create table webhook (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  name text not null check (length(name) <= 40),
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu')),
  host text not null,
  url_sealed bytea not null,
  secret_sealed bytea,
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);
create unique index webhook_name on webhook (company_code, name);

-- A saved view that comes by itself: every day, or on a day of the week, at an hour of Asia/Shanghai.
create table subscription (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  view_id int not null references saved_view on delete cascade,
  every text not null check (every in ('day', 'week')),
  -- Monday = 1; of a daily one it is null.
  weekday smallint check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  -- Null: in the console only.
  webhook_id int references webhook on delete set null,
  -- What was due before is not sent.
  from_at timestamptz not null,
  created_at timestamptz not null,
  created_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  check ((every = 'week') = (weekday is not null))
);
create unique index subscription_once on subscription (staff_id, view_id);
create index subscription_view on subscription (view_id);
create index subscription_webhook on subscription (webhook_id) where webhook_id is not null;

-- Each time that one was due: what became of it. `next_at` is when a failed one is tried again.
create table delivery (
  id int generated always as identity primary key,
  subscription_id int not null references subscription on delete cascade,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz,
  failure text,
  ended_at timestamptz,
  unique (subscription_id, due_at)
);
create index delivery_waiting on delivery (next_at) where state = 'waiting';
