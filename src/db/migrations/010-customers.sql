-- Customers: who owned one and when, near duplicates and their merging, notes that name colleagues, follow-ups; and how
-- often a day a role may have masked values shown.

-- A customer that was merged stays as the row it was, out of everybody's reach; the name is free for the other.
alter table customer add column merged_into_id int references customer;
alter table customer drop constraint customer_name_key;
create unique index customer_name_key on customer (company_code, name_key) where merged_into_id is null;
create index customer_company on customer (company_code, id);

-- What is left of a name when place and legal form are taken off: 杭州晨曦家居有限公司 and 晨曦家居 are near.
create function customer_name_core(name_key text) returns text language sql immutable as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(name_key,
    '[][(){}【】《》“”·•.,，、/&_"''-]', '', 'g'),
    '(有限责任公司|股份有限公司|有限公司|集团公司|公司|商行|经营部|工作室|个体工商户|旗舰店|专营店|专卖店)+$', ''),
    '^(中国)?(北京|上海|天津|重庆|浙江|江苏|广东|福建|山东|河南|河北|湖南|湖北|四川|安徽|江西|辽宁|吉林|黑龙江|陕西|山西|云南|贵州|广西|海南|甘肃|青海|宁夏|新疆|西藏|内蒙古)?省?(杭州|宁波|温州|嘉兴|湖州|绍兴|金华|义乌|台州|丽水|广州|深圳|东莞|佛山|中山|珠海|汕头|揭阳|苏州|南京|无锡|常州|南通|厦门|福州|泉州|莆田|成都|青岛|济南|临沂|郑州|武汉|长沙|合肥|南昌|西安|昆明|沈阳|大连|石家庄)?市?', ''),
    ''), name_key)
$$;
alter table customer add column name_core text generated always as (customer_name_core(name_key)) stored;

-- Each owner from one instant to the next; the standing one has no end.
alter index customer_owner rename to customer_by_owner;
create table customer_owner (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  customer_id int not null references customer,
  owner_id int not null references staff,
  from_at timestamptz not null,
  to_at timestamptz,
  reason text,
  created_by int references staff,
  check (to_at >= from_at)
);
create unique index customer_owner_standing on customer_owner (customer_id) where to_at is null;
create index customer_owner_customer on customer_owner (customer_id, id);
insert into customer_owner (company_code, customer_id, owner_id, from_at, created_by)
  select company_code, id, owner_id, created_at, created_by from customer;

create table customer_note (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  customer_id int not null references customer,
  text text not null,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1
);
create index customer_note_customer on customer_note (customer_id, id);

-- Whom a note names; read_at is null until that person has seen it.
create table customer_mention (
  note_id int not null references customer_note,
  staff_id int not null references staff,
  read_at timestamptz,
  primary key (note_id, staff_id)
);
create index customer_mention_staff on customer_mention (staff_id, note_id);

create table follow_up (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  customer_id int not null references customer,
  due_on date not null,
  text text not null,
  assignee_id int not null references staff,
  done_at timestamptz,
  done_by int references staff,
  created_at timestamptz not null default now(),
  created_by int not null references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check ((done_at is null) = (done_by is null))
);
create index follow_up_customer on follow_up (customer_id, id);
create index follow_up_assignee on follow_up (assignee_id, due_on) where done_at is null;

-- One customer made part of another: what the kept one was and became, and which rows moved at which version.
create table customer_merge (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  kept_id int not null references customer,
  merged_id int not null references customer,
  changes jsonb not null,
  moved jsonb not null,
  merged_at timestamptz not null,
  merged_by int not null references staff,
  undone_at timestamptz,
  undone_by int references staff,
  check (kept_id <> merged_id)
);
create index customer_merge_kept on customer_merge (kept_id, id);
create unique index customer_merge_standing on customer_merge (merged_id) where undone_at is null;

-- How many masked values a person of the role may have shown a day; without a row the program's own number holds.
create table reveal_limit (
  company_code char(3) not null references company,
  role smallint not null check (role between 1 and 4),
  per_day int not null check (per_day between 0 and 1000),
  updated_at timestamptz not null,
  updated_by int not null references staff,
  version int not null default 1,
  primary key (company_code, role)
);
