-- Reports over a few days read those days of all stores. By company and day PostgreSQL had to walk through the whole
-- history's index for them, as it is not asked for one company alone.
create index store_daily_day on store_daily (on_day, store_id);
drop index store_daily_company_day;
