-- The days of a company's stores: policies compare the company of each row that a report reads (decision 126). With the
-- company in the index the comparison is made there, and not for each row.
create index store_day_company on store_day (on_day, company_code);
