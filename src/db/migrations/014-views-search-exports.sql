-- A view is the address of a list, kept under a name. It holds no rows and gives no right: whoever opens it sees what
-- the list shows them. `team` belongs to a head's team (`head_id`), `company` to everybody of the company.
create table saved_view (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  list text not null check (length(list) <= 64),
  name text not null check (length(name) <= 40),
  scope text not null check (scope in ('personal', 'team', 'company')),
  owner_id int not null references staff,
  head_id int references staff,
  query text not null check (length(query) <= 2000),
  -- How the columns stand, as JSON that only the browser reads.
  look text not null check (octet_length(look) <= 4096),
  created_at timestamptz not null default now(),
  created_by int references staff,
  updated_at timestamptz not null default now(),
  updated_by int references staff,
  version int not null default 1,
  check ((scope = 'team') = (head_id is not null))
);
create unique index saved_view_own_name on saved_view (owner_id, list, name) where scope = 'personal';
create unique index saved_view_team_name on saved_view (head_id, list, name) where scope = 'team';
create unique index saved_view_company_name on saved_view (company_code, list, name) where scope = 'company';

-- A list that is written into a file in the background, and the file in parts: in the database, so that every node has
-- it and one backup holds all. `request` is what was asked, as JSON: list, query, columns, words.
create table export_file (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  staff_id int not null references staff,
  name text not null,
  request text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows_done int not null default 0,
  rows_total int,
  bytes int not null default 0,
  attempts smallint not null default 0,
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Whoever writes it says so again and again; one that has fallen silent is taken over.
  beat_at timestamptz,
  expires_on date,
  version int not null default 1
);
create index export_file_staff on export_file (staff_id, id);
create index export_file_state on export_file (state, id) where state in ('waiting', 'running');

create table export_part (
  file_id int not null references export_file on delete cascade,
  no int not null,
  bytes bytea not null,
  primary key (file_id, no)
);

-- What a name, its pinyin (`zhangsan zs`) and its code are found by, for an index that PostgreSQL and the embedded
-- engine both have. Trigrams of Latin letters, pairs that hold a Chinese character, pairs of initials, `^` before the
-- beginning of each word, `=` before the whole. features/search/rules.ts makes the same of what a person types. It is
-- dear: the planner shall read the grams from the index, not work them out row by row.
create function search_grams(name text, pinyin text, code text) returns text[]
language sql immutable parallel safe cost 1000 as $$
  with word (w) as (
    select lower(name) union select lower(code) union select string_to_table(pinyin, ' ')
  )
  select array(
    select substr(w, at, size) from word cross join lateral generate_series(1, length(w)) at, (values (2), (3)) s (size)
      where at + size <= length(w) + 1
        and (octet_length(substr(w, at, size)) = 3 and size = 3 or octet_length(substr(w, at, size)) > 2 and size = 2)
    union select substr(split_part(pinyin, ' ', 2), at, 2)
      from generate_series(1, length(split_part(pinyin, ' ', 2)) - 1) at
    union select '^' || left(w, 1) from word where w <> ''
    union select '^' || left(w, 2) from word where length(w) > 1
    union select '=' || lower(name)
    union select '=' || lower(code)
  )
$$;
create index customer_search on customer using gin (search_grams(name_key, name_pinyin, code));
create index store_search on store using gin (search_grams(name_key, name_pinyin, code));
