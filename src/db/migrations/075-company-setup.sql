-- Where a company is in its set-up (开通清单): the steps that its admins skipped, and whether the list is hidden or done.
-- Whether a step is done follows from the company's rows and is not stored. A company without a row has not changed the
-- list. See docs/decisions/110.
create table company_setup (
  company_code char(3) primary key references company,
  skipped text[] not null default '{}'
    check (skipped <@ array['company', 'staff', 'stores', 'pricing', 'nicks', 'import', 'bill']),
  dismissed_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  updated_by int references staff,
  version int not null default 1
);

-- A company with figures or bills is past its set-up. One that an earlier version left without either sees the list.
insert into company_setup (company_code, finished_at, updated_at)
select code, now(), now() from company
where exists (
    select from store join store_daily on store_daily.store_id = store.id where store.company_code = company.code)
  or exists (select from customer_bill where customer_bill.company_code = company.code);
