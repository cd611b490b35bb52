-- Whether a company shows bills to its merchants at an address of their own; without a row it does not.
create table bill_statement_rule (
  company_code char(3) primary key references company,
  is_on boolean not null,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);

-- How far a bill is settled with its merchant: there is one from the first link on.
create table bill_statement (
  bill_id int primary key references customer_bill,
  company_code char(3) not null references company,
  status text not null default 'sent' check (status in ('sent', 'confirmed', 'objected', 'answered')),
  updated_at timestamptz not null
);
create index bill_statement_status on bill_statement (company_code, status);

-- An address at which a merchant sees one bill. Of token and code only hashes are kept; wrong codes are counted here,
-- so that tries at once are counted one by one.
create table bill_statement_link (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  bill_id int not null references bill_statement,
  token_hash bytea not null unique,
  code_hash bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  made_at timestamptz not null,
  made_by int not null references staff,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by int references staff
);
create unique index bill_statement_link_live on bill_statement_link (bill_id) where revoked_at is null;

-- Whoever has typed the code: for half an hour.
create table bill_statement_session (
  token_hash bytea primary key,
  link_id int not null references bill_statement_link,
  expires_at timestamptz not null
);
create index bill_statement_session_expires on bill_statement_session (expires_at);

-- What happened at an address, and from where.
create table bill_statement_event (
  id int generated always as identity primary key,
  link_id int not null references bill_statement_link,
  what text not null check (what in ('opened', 'wrong-code', 'entered', 'viewed', 'confirmed', 'objected')),
  at timestamptz not null,
  ip text not null
);
create index bill_statement_event_link on bill_statement_event (link_id, id desc);

-- What the merchant says to a line: the newest word of a line counts. An objection waits until it is answered.
create table bill_statement_answer (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  bill_id int not null references bill_statement,
  position smallint not null,
  link_id int not null references bill_statement_link,
  answer text not null check (answer in ('confirmed', 'objected')),
  note text check (char_length(note) <= 200),
  at timestamptz not null,
  reply text,
  settled_at timestamptz,
  settled_by int references staff,
  foreign key (bill_id, position) references customer_bill_line,
  constraint bill_statement_answer_note check ((answer = 'objected') = (note is not null)),
  constraint bill_statement_answer_settled check (
    (settled_at is null) = (reply is null) and (settled_at is null or answer = 'objected'))
);
create index bill_statement_answer_bill on bill_statement_answer (bill_id, id);

-- What was seen and said stays as it was: only the answer of ours is added.
create function keep_bill_statement_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.settled_at is not null
    or (to_jsonb(old) - '{reply,settled_at,settled_by}'::text[])
      is distinct from (to_jsonb(new) - '{reply,settled_at,settled_by}'::text[]) then
    raise exception 'what a merchant said is never rewritten';
  end if;
  return new;
end $$;
create trigger bill_statement_answer_kept before update or delete on bill_statement_answer
  for each row execute function keep_bill_statement_answer();
create trigger bill_statement_event_kept before update or delete on bill_statement_event
  for each row execute function refuse_change();
