drop table store_company_due;

-- Without statistics of the new column, PostgreSQL expects one row in two hundred and chooses plans for few rows.
analyze store_day, store_month;
