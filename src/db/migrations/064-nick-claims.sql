-- Claims of a platform nick by an agent. A claim counts for nothing until the head or an admin confirms it: figures follow
-- from agent_account alone. A binding that a head or an admin makes directly is kept as a confirmed claim, so that it can
-- be undone in the same list. See docs/decisions/083.
create table nick_claim (
  id int generated always as identity primary key,
  company_code char(3) not null references company,
  store_id int not null references store,
  nick text not null check (length(nick) between 1 and 100),
  -- Whose the nick is to be, and from which day on.
  staff_id int not null references staff,
  from_on date not null,
  -- True: from from_on on the nick is taken from other people. False: only days on which it belongs to nobody.
  takes_over boolean not null default false,
  -- Whose the nick is on from_on, if it is taken over.
  holder_id int references staff,
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'rejected', 'withdrawn', 'undone')),
  -- Why the claim was rejected.
  reason text check (length(reason) between 1 and 200),
  -- What confirming did to the bindings of the nick, for the undo; null if it changed nothing.
  -- before: the rows that it changed or deleted, as they were. added: the ids of the rows that it inserted.
  -- after: id, person and days of each binding of the nick, as confirming left them.
  changed jsonb,
  created_at timestamptz not null,
  created_by int not null references staff,
  decided_at timestamptz,
  decided_by int references staff,
  undone_at timestamptz,
  undone_by int references staff,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1,
  constraint nick_claim_decided_whole check (
    (status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint nick_claim_undone_whole check (
    (status = 'undone') = (undone_at is not null) and (undone_at is null) = (undone_by is null)),
  constraint nick_claim_undo_of_change check (changed is null or status in ('confirmed', 'undone')),
  constraint nick_claim_holder_of_takeover check (holder_id is null or (takes_over and holder_id <> staff_id))
);
create unique index nick_claim_pending on nick_claim (store_id, nick, staff_id) where status = 'pending';
create index nick_claim_store on nick_claim (store_id, decided_at);
create index nick_claim_staff on nick_claim (staff_id, status);
