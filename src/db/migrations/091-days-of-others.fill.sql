-- The days and months of some stores of other companies at once.
with due as materialized (
    select store_id, company_code from store_company_due join store on store.id = store_id order by store_id limit 50),
  days as (
    update store_day set company_code = due.company_code from due
    where store_day.store_id = due.store_id and store_day.company_code <> due.company_code),
  months as (
    update store_month set company_code = due.company_code from due
    where store_month.store_id = due.store_id and store_month.company_code <> due.company_code)
delete from store_company_due using due where store_company_due.store_id = due.store_id;
