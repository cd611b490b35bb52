-- Two levels of a claim are two people, and no two files for the bank hold the same claim. See docs/decisions/074.

-- A person decides once a round. Decisions from before stand as they are: an index could refuse them.
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  perform from reimbursement_bill where id = new.bill_id for update;
  if exists (
    select from reimbursement_decision
    where bill_id = new.bill_id and round = new.round and by_id = new.by_id
  ) then
    raise exception 'the same person decides once a round'
      using errcode = 'unique_violation', constraint = 'reimbursement_decision_one_each';
  end if;
  return new;
end $$;
create trigger reimbursement_decision_one_each before insert on reimbursement_decision
  for each row execute function refuse_second_decision();

-- A file for the bank that was taken: who took it when, and who said why that it never went to the bank.
create table reimbursement_payout (
  id int generated always as identity primary key,
  -- Of whoever took it.
  company_code char(3) not null references company,
  -- DK, the day, four digits.
  code text not null,
  created_at timestamptz not null,
  created_by int not null references staff,
  dropped_at timestamptz,
  dropped_by int references staff,
  dropped_why text check (length(dropped_why) between 1 and 200),
  constraint reimbursement_payout_code unique (company_code, code),
  constraint reimbursement_payout_dropped_whole check (
    (dropped_at is null) = (dropped_by is null) and (dropped_at is null) = (dropped_why is null))
);

-- The claims of a file. One that was not paid is freed where the file is dropped; until then it is in no other file.
create table reimbursement_payout_claim (
  payout_id int not null references reimbursement_payout,
  bill_id int not null references reimbursement_bill,
  cents bigint not null check (cents > 0),
  freed boolean not null default false,
  primary key (payout_id, bill_id)
);
create unique index reimbursement_payout_once on reimbursement_payout_claim (bill_id) where not freed;
