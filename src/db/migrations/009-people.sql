-- Looking at the console as somebody else; what is erased of people who left, and when.

-- The session of an admin who looks at the console as this person sees it: nothing is written through it meanwhile.
alter table session add column viewing_as int references staff;

-- Since when mobile and payee of a person who left are gone.
alter table staff add column erased_at timestamptz;

-- How long a company keeps mobile and payee of people who left; no row means 180 days.
create table staff_retention (
  company_code char(3) primary key references company,
  days int not null check (days between 180 and 3650),
  updated_at timestamptz not null,
  updated_by int not null references staff,
  version int not null default 1
);
